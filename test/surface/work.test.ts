import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { Conversation } from "../support/product/conversation.ts";
import { McpAgent } from "../support/product/mcp-agent.ts";
import { type Product, productWithProject } from "../support/product/product.ts";

let product: Product;
let project: string;

beforeEach(async () => {
  ({ product, project } = await productWithProject());
});
afterEach(() => product.dispose());

const entry = z.object({
  ...{ id: z.string(), fullId: z.string(), text: z.string(), recorded: z.boolean(), by: z.string() },
  supersededBy: z.string().nullable(),
});
const thread = z.object({
  ...{ id: z.string(), fullId: z.string(), state: z.string() },
  goal: z.object({ text: z.string() }).nullable(),
  nextStep: z.object({ text: z.string(), recorded: z.boolean(), by: z.string() }).nullable(),
});
const work = z.object({ rules: z.array(entry), decisions: z.array(entry), threads: z.array(thread) });

const cli = (...words: string[]) => product.cli([...words, "--project", project]);

async function json<Shape extends z.ZodType>(shape: Shape, ...words: string[]): Promise<z.output<Shape>> {
  const { code, stdout, stderr } = await cli(...words, "--json");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return shape.parse(JSON.parse(stdout));
}

const known = () => json(work, "work");
const only = <One>([one, ...others]: readonly One[]): One => {
  if (one === undefined || others.length > 0) throw new Error(`not one, but ${others.length + (one ? 1 : 0)}`);
  return one;
};

const RULE = "Never edit src/legacy/rates.ts: finance owns that file.";
const DECISION = "we go with semicolons instead of commas, the accountants use Excel";

/** A session that said a rule and a decision, changed a file and left a test failing. */
async function worked(): Promise<void> {
  const session = new Conversation(product, project);
  await session.start();
  await session.prompt("Add a CSV export to the report page.");
  await session.tool("Edit", { file_path: join(project, "src/export.ts"), old_string: "a", new_string: "b" }, "ok");
  await session.reply("The page has an export now.");
  await session.prompt(RULE);
  await session.reply("I leave it alone.");
  await session.prompt(DECISION);
  await session.tool("Bash", { command: "npm test" }, "Exit code 1\nError: 2 tests failed", { isError: true });
  await session.reply("Two tests fail with semicolons.");
  await session.end();
}

const started = async () => {
  const session = new Conversation(product, project);
  const given = await session.start();
  await session.end();
  return given;
};

describe("K6: `throughline work` shows and changes the work of a project", () => {
  test("what was said has short ids; withdrawn, it is given to nobody, and no rebuild brings it back", async () => {
    await worked();
    const { rules, decisions, threads } = await known();
    expect(only(rules)).toMatchObject({
      text: RULE,
      recorded: false,
      by: "user",
      id: expect.stringMatching(/^r-\w{5}$/),
    });
    expect(only(decisions)).toMatchObject({ text: DECISION, id: expect.stringMatching(/^d-\w{5}$/) });
    expect(only(threads)).toMatchObject({ state: "open", id: expect.stringMatching(/^t-\w{5}$/) });
    const { stdout } = await cli("work");
    for (const part of ["Rules", RULE, "said once", "Decisions", DECISION, "Threads", "failing: npm test"])
      expect(stdout).toContain(part);
    expect(await started()).toContain("finance owns");
    expect((await cli("work", "rule", "withdraw", only(rules).id)).stdout).toContain("Withdrew rule");
    expect((await cli("work", "rule", "withdraw", only(decisions).fullId)).code).toBe(0);
    expect(JSON.parse((await product.cli(["work", "rebuild", "--json"])).stdout)).toEqual({ sessions: 1 });
    expect(await known()).toMatchObject({ rules: [], decisions: [] });
  });

  test("a rule on record is given to the next session as recorded, once, and outlives a rebuild", async () => {
    await worked();
    const text = "Never edit src/legacy/rates.ts, finance owns that file";
    const first = await json(entry, "work", "rule", "add", text);
    for (const same of [`${text} `, `${text}.`, text.toUpperCase()])
      expect(await json(entry, "work", "rule", "add", same)).toEqual(first);
    await product.cli(["work", "rebuild"]);
    expect((await known()).rules).toMatchObject([{ text, recorded: true, by: "user" }]);
    expect((await started()).match(/finance owns that file.*/g)).toEqual([expect.stringContaining("[recorded, ")]);
    await cli("work", "rule", "withdraw", first.id);
    // Who takes the record back means the words as well.
    expect((await known()).rules).toEqual([]);
  });

  test("a rule takes the place of another, by its id or words of it", async () => {
    const old = await json(entry, "work", "rule", "add", "Amounts are floats everywhere");
    const second = await json(entry, "work", "rule", "add", "Amounts are integers", "--replaces", "amounts are FLOATS");
    const { rules } = await known();
    expect(rules.find(({ id }) => id === old.id)?.supersededBy).toBe(second.id);
    const { stdout } = await cli("work", "supersede", second.id, "--by", "Amounts are strings of cents");
    expect(stdout).toMatch(/r-\w+ no longer holds: Amounts are integers\nr-\w+ does: Amounts are strings of cents/);
    const given = await started();
    expect(given).toContain("Amounts are strings of cents");
    for (const line of given.split("\n").filter((one) => /floats|integers/.test(one)))
      expect(line).toMatch(/superseded|earlier/);
    const last = await cli("work", "rule", "add", "Amounts are bigints", "--replaces", "strings of cents");
    expect(last.stdout).toMatch(
      /^Recorded rule r-\w+: Amounts are bigints\nIt replaces r-\w+: Amounts are strings of cents\n/,
    );
  });

  test("a rule that is superseded by nothing is withdrawn, and the answer and the help say so", async () => {
    const { id } = await json(entry, "work", "rule", "add", "Amounts are floats everywhere");
    const { code, stdout } = await cli("work", "supersede", id);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Withdrew rule r-\w+: Amounts are floats everywhere\nNothing replaces it: --by/);
    expect((await known()).rules).toEqual([]);
    const help = (await product.cli(["work", "supersede", "--help"])).stdout.replace(/\s+/g, " ");
    expect(help).toContain("no longer holds, or withdraw it.");
    expect(help).toContain("without it, the old one is only withdrawn");
  });

  test("a rule is one line, and short enough to be given to every session", async () => {
    const { text } = await json(entry, "work", "rule", "add", "Amounts are integers:\n- cents\n- never floats");
    expect(text).toBe("Amounts are integers: - cents - never floats");
    expect(await cli("work", "rule", "add", "x".repeat(2001))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("text: it is too long: give at most 2000 characters"),
    });
    expect((await known()).rules).toHaveLength(1);
  });

  test("a decision is given as the one's who recorded it, with or without a session of theirs", async () => {
    await cli("decide", "Amounts are integers");
    const agent = await McpAgent.connected(product, project);
    try {
      await agent.call("record_decision", { decision: "Dates are in UTC" });
      await agent.call("supersede", { old: "Amounts are integers", by: "Amounts are strings" });
    } finally {
      await agent.close();
    }
    const { decisions } = await known();
    const by = Object.fromEntries(decisions.map((one) => [one.text, one.by]));
    expect(by).toEqual({ "Dates are in UTC": "agent", "Amounts are strings": "agent", "Amounts are integers": "user" });
  });

  test("a recorded decision that is superseded or withdrawn leaves the ledger", async () => {
    await cli("decide", "Amounts are integers", "--rationale", "floats round");
    const old = only((await known()).decisions);
    await cli("work", "supersede", old.id, "--by", "Amounts are strings");
    const ledger = async () => (await cli("decisions")).stdout;
    const shown = async (id: string) => (await cli("decisions", "show", id)).stdout;
    expect(await ledger()).toContain("Amounts are strings");
    expect(await ledger()).not.toContain("Amounts are integers");
    const now = (await known()).decisions.find(({ supersededBy }) => supersededBy === null);
    expect(now).toMatchObject({ text: "Amounts are strings", by: "user" });
    expect(await shown(old.fullId)).toContain(`: superseded by ${now?.fullId}.`);
    await cli("work", "rule", "withdraw", now?.id ?? "");
    expect(await shown(now?.fullId ?? "")).toMatch(/Withdrawn .*: withdrawn by the user\./);
    expect(await ledger()).not.toContain("Amounts are strings");
    expect((await cli("recover")).stdout).not.toContain("Amounts are strings");
  });

  test("a thread is finished, opened again and given a next step", async () => {
    await worked();
    const { id } = only((await known()).threads);
    expect(await json(thread, "work", "done", id)).toMatchObject({ state: "finished" });
    expect(await started()).not.toContain("**Open work**");
    expect(await json(thread, "work", "reopen", id)).toMatchObject({ state: "open" });
    await cli("work", "next", "Quote fields that hold a semicolon", "--thread", id);
    expect(await json(thread, "work", "show", id)).toMatchObject({
      nextStep: { text: "Quote fields that hold a semicolon", recorded: true },
    });
    expect(await started()).toContain('Next step, recorded: "Quote fields that hold a semicolon"');
    expect((await cli("work", "show", id)).stdout).toMatch(/Goal +Add a CSV export[\s\S]*Files\n.*src\/export.ts/);
  });

  test("what is so already is said so, and a thread that was given up is called dropped", async () => {
    await worked();
    const { id } = only((await known()).threads);
    const said = async (...words: string[]) => {
      const { code, stdout } = await cli("work", ...words);
      expect(code).toBe(0);
      return stdout;
    };
    expect(await said("reopen", id)).toMatch(/^It was already open\.\n[\s\S]*State +open/);
    expect(await said("done", id)).not.toContain("already");
    expect(await said("done", id)).toMatch(/^It was already finished\./);
    expect(await said("done", id, "--outcome", "dropped")).toMatch(/^Thread[\s\S]*State +dropped/);
    expect(await said("list")).toMatch(/Finished\n.*\[dropped, /);
    expect(await said("reopen", id)).toMatch(/^Thread[\s\S]*State +open/);
  });

  test("K1: what was withdrawn is not given again as something that was said", async () => {
    await worked();
    expect(await started()).toContain("finance owns that file");
    await cli("work", "rule", "withdraw", only((await known()).rules).id);
    expect(await started()).not.toContain("finance owns that file");
  });

  test("a finished thread is open again once the user asks for more", async () => {
    await worked();
    await cli("work", "done");
    const session = new Conversation(product, project);
    await session.start();
    await session.prompt("The CSV export of the report page needs a header line.");
    await session.tool("Edit", { file_path: join(project, "src/export.ts"), old_string: "b", new_string: "c" }, "ok");
    await session.reply("It has one. Next: the same for the PDF.");
    await session.end();
    expect(await known()).toMatchObject({ threads: [{ state: "open" }] });
  });

  test("what is not there is refused with what to do", async () => {
    await worked();
    for (const words of [
      ["show", "t-00000"],
      ["done", "x"],
      ["reopen", "t-00000"],
      ["rule", "withdraw", "r-00000"],
    ]) {
      const { code, stderr } = await cli("work", ...words);
      expect(code).toBe(1);
      expect(stderr).toMatch(/there is no (thread|rule or decision) .*\n.*`throughline work` lists them/);
    }
    await cli("work", "rule", "add", "The export has a header line");
    await cli("work", "rule", "add", "The export is in UTF-8");
    expect((await cli("work", "supersede", "the export", "--by", "x")).stderr).toMatch(
      /fits 2 rules or decisions\n.*Give the id: r-\w+ “The export/,
    );
    for (const blank of ["", "   "])
      expect(await cli("work", "rule", "add", blank)).toMatchObject({
        code: 2,
        stderr: "error: text: it is empty\nhint: `throughline work rule add --help` shows what it takes.\n",
      });
    expect((await product.api("POST", "/api/work/rules", { text: " ", project })).body).toMatchObject({
      error: { hint: "`throughline work rule add --help` shows what it takes." },
    });
    const nowhere = join(product.folder, "nowhere");
    for (const words of [["work"], ["recall", "rates"], ["recover"]])
      expect(await product.cli([...words, "--project", nowhere])).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(`there is no folder ${nowhere}, and nothing was ever stored for it`),
      });
    rmSync(project, { recursive: true });
    for (const words of [["work"], ["recall", "rates"], ["recover"]]) expect((await cli(...words)).code).toBe(0);
  });

  test("over HTTP the same; another project has none of it", async () => {
    await worked();
    const there = encodeURIComponent(project);
    const { id } = await product.until(async () => {
      const { body } = await product.api("GET", `/api/work?project=${there}`);
      const { threads } = work.parse(body);
      return threads.length > 0 ? only(threads) : undefined;
    });
    expect((await product.api("POST", "/api/work/finish", { thread: id, project })).body).toMatchObject({
      state: "finished",
    });
    expect((await product.api("POST", "/api/work/rules", { text: "x", project, colour: "red" })).status).toBe(400);
    const other = join(product.folder, "other");
    mkdirSync(other);
    const none = await product.api("GET", `/api/work?project=${encodeURIComponent(other)}`);
    expect(none.body).toMatchObject({ rules: [], decisions: [], threads: [] });
  });
});

test("K7: `throughline recover` prints what a session that starts now is given", async () => {
  await worked();
  // The end of a session is autosaved behind its hook, and both texts offer that.
  await product.until(async () => existsSync(join(project, ".throughline/checkpoints/autosave.md")) || undefined);
  await cli("decide", "Amounts are integers", "--rationale", "floats round");
  const printed = (await cli("recover")).stdout.trim();
  const aged = (text: string) => text.replace(/\d+ ?(?:s|min)\b/g, "now");
  expect(aged(await started())).toBe(aged(printed));
});

describe("K1: `recall` knows the rules on record", () => {
  const recalled = async (...words: string[]) => (await cli("recall", ...words)).stdout;

  test("a rule in force is found as what it is, by the user and by the agent; one that ended is not", async () => {
    const rule = await json(entry, "work", "rule", "add", "Dates are ISO 8601 in UTC.");
    expect(await recalled("ISO 8601 UTC")).toMatch(/Dates are ISO 8601 in UTC\.\n +rule, .*, recorded by the user\n/);
    const agent = await McpAgent.connected(product, project);
    await agent.call("set_rule", { text: "Weeks begin on Monday" });
    expect(await agent.text("recall", { query: "which day do weeks begin?" })).toMatch(
      /ago; rule, recorded by the agent\nWeeks begin on Monday/,
    );
    await agent.call("supersede", { old: "Weeks begin on Monday", by: "Weeks begin on Sunday" });
    const weeks = await recalled("which day do weeks begin?");
    expect(weeks).toContain("Weeks begin on Sunday");
    expect(weeks).not.toContain("Monday");
    expect(await recalled("weeks", "--as-of", "2020")).toBe("Nothing found.\n");
    await cli("work", "rule", "withdraw", rule.id);
    expect(await recalled("ISO 8601 UTC")).toBe("Nothing found.\n");
    await agent.close();
  });

  test("rules of other projects are found only where no project is asked for", async () => {
    await cli("work", "rule", "add", "Dates are ISO 8601 in UTC.");
    const other = join(product.folder, "other");
    mkdirSync(other);
    expect((await product.cli(["recall", "ISO 8601", "--project", other])).stdout).toBe("Nothing found.\n");
    const { body } = await product.api("GET", "/api/memories/recall?q=ISO%208601");
    expect(body).toMatchObject([{ kind: "rule", content: "Dates are ISO 8601 in UTC." }]);
  });

  test("a message that says what was withdrawn or superseded is marked", async () => {
    await worked();
    const { rules, decisions } = await known();
    expect(await recalled("finance owns rates.ts")).not.toContain("since");
    await cli("work", "rule", "withdraw", only(rules).id);
    await cli("work", "supersede", only(decisions).id, "--by", "we go with tabs");
    expect(await recalled("finance owns rates.ts")).toMatch(
      /finance owns that file\.\n.*says what was withdrawn since/,
    );
    expect(await recalled("semicolons commas")).toMatch(/accountants use Excel\n.*says what was superseded since/);
    const agent = await McpAgent.connected(product, project);
    expect(await agent.text("recall", { query: "finance owns rates.ts" })).toContain("; says what was withdrawn since");
    await agent.close();
    // Put on record again, it holds.
    await cli("work", "rule", "add", RULE);
    expect(await recalled("finance owns rates.ts")).not.toContain("since");
  });
});

describe("K6: an agent's tools belong to its session", () => {
  test("what it records is bound to its project and thread, and given to the next session", async () => {
    await worked();
    const session = new Conversation(product, project);
    await session.start();
    await session.prompt("Let us plan the holiday calendar.");
    const agent = await McpAgent.connected(product, project);
    expect(await agent.call("set_rule", { text: "Weeks begin on Monday" })).toMatchObject({ recorded: true });
    expect(await agent.call("set_next_step", { text: "Draft the month view" })).toMatchObject({ state: "open" });
    expect(await agent.call("supersede", { old: "finance owns that file" })).toMatchObject({ text: RULE, by: null });
    await session.reply("Good.");
    await session.end();
    const { rules, threads } = await known();
    expect(rules).toMatchObject([{ text: "Weeks begin on Monday", by: "agent", recorded: true }]);
    // A session that only talked has a thread by its plan.
    expect(threads.find(({ nextStep }) => nextStep?.text === "Draft the month view")).toMatchObject({
      goal: { text: "Let us plan the holiday calendar." },
      nextStep: { by: "agent" },
    });
    const given = await started();
    for (const words of ["Weeks begin on Monday", "Draft the month view"]) expect(given).toContain(words);
    await agent.close();
  });

  test("finish closes the thread of the session; where that is not clear, it says which there are", async () => {
    await worked();
    const session = new Conversation(product, project);
    await session.start();
    const agent = await McpAgent.connected(product, project);
    await session.prompt("Fix the favicon of the login page.");
    await session.tool("Edit", { file_path: join(project, "web/login.html"), old_string: "a", new_string: "b" }, "ok");
    await session.reply("Fixed.");
    const goal = { text: "Fix the favicon of the login page." };
    expect(await agent.call("finish", {})).toMatchObject({ state: "finished", goal });
    const { threads } = await known();
    expect(threads.map(({ state }) => state).sort()).toEqual(["finished", "open"]);
    for (const { id } of threads) await cli("work", "reopen", id);
    const other = new Conversation(product, project);
    await other.start();
    const asking = await McpAgent.connected(product, project);
    expect(await asking.text("finish", { outcome: "dropped" })).toMatch(
      /cannot tell which.*\nSet `thread` to one of: t-\w+ “/,
    );
    await agent.close();
    await asking.close();
  });
});

test("K6: the timeline says at which prompt the agent was asked to record something, counted from 1", async () => {
  const session = new Conversation(product, project);
  await session.start();
  await session.prompt(RULE);
  const { stdout } = await product.cli(["sessions", "timeline", session.id], { columns: 200 });
  expect(stdout).toContain("asked to record a rule at prompt 1)");
  await session.end();
});

test("K6: where no thread is open, a command that needs one says so", async () => {
  expect(await cli("work", "done")).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^error: thread: this project has no open thread\nhint: `throughline work`/),
  });
});
