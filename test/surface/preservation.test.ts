import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { estimateTokens } from "../../src/core/index.ts";
import { Conversation } from "../support/product/conversation.ts";
import { Product } from "../support/product/product.ts";

let product: Product;
let project: string;
beforeEach(async () => {
  product = new Product();
  project = join(product.folder, "acme");
  mkdirSync(join(project, ".git"), { recursive: true });
  await product.ensureDaemon();
});
afterEach(() => product.dispose());

const cli = (...args: string[]) => product.cli([...args, "--project", project]);
const cliJson = (...args: string[]) => product.cliJson([...args, "--project", project]);
const settings = (text: string) => writeFileSync(join(project, "throughline.yaml"), text);
const logged = (session: Conversation, phase: string) => {
  const path = join(project, ".throughline", "trajectory", `claude-code-${session.id}.jsonl`);
  const lines = existsSync(path) ? readFileSync(path, "utf8").trimEnd().split("\n") : [];
  return lines.map((line) => JSON.parse(line)).filter((entry) => entry.phase === phase);
};

async function ledgers(): Promise<void> {
  await cli("task", "new", "Otters", "--next-steps", "Count the pups");
  await cli("task", "update", "otters", "--status", "in_progress");
  await cli("decide", "Count at dawn", "--rationale", "They are awake");
}

async function worked(): Promise<Conversation> {
  const session = new Conversation(product, project);
  await session.start();
  await session.prompt("Count the otters in the harbour.");
  await session.reply("There are seven of them.");
  return session;
}

describe("R5: what survives a compaction", () => {
  test("the active task, where the work stands and the last decisions, within the session's budget, each with its source and age", async () => {
    await ledgers();
    const session = await worked();
    const given = await session.compact();
    expect(given).toMatch(/## Session Recovery Context[\s\S]*## Session Continuity/);
    expect(given).toMatch(/- Count at dawn \(They are awake\) \[decision \w{8}, .* ago\]/);
    expect(given).toMatch(/Task: otters, Otters \[task, in_progress, \d+ \w+ ago\]/);
    expect(given.length).toBeLessThanOrEqual(800);
  });

  test("by the project's own rules, in their order, a section of the notes among them; a command shows them", async () => {
    settings("preservation:\n  alwaysPreserve: [notes_blockers, notes_decision_log]\n  compactable: [build_logs]\n");
    await ledgers();
    const notes = join(project, ".throughline", "NOTES.md");
    writeFileSync(
      notes,
      `# Ours\n\n## Blockers & Dependencies\n- The tide table is late\n\n${readFileSync(notes, "utf8")}`,
    );
    const session = await worked();
    const given = await session.compact();
    expect(given).toMatch(/The tide table is late \[NOTES\.md, Blockers & Dependencies, \d+ s ago\]\n- Count at dawn/);
    expect(given).not.toContain("Task: otters");
    expect(await cliJson("preservation")).toMatchObject({
      alwaysPreserve: [
        { rule: "notes_blockers", lines: [expect.stringContaining("The tide table is late")] },
        { rule: "notes_decision_log", title: "Decision log", lines: [expect.stringContaining("Count at dawn")] },
      ],
      compactable: [{ rule: "build_logs", title: "Build logs" }],
    });
    expect((await cli("preservation")).stdout).toMatch(
      /Always preserved[\s\S]*Decision log[\s\S]*Compactable\n {2}Build logs/,
    );
    settings("preservation: { alwaysPreserve: [Notes!] }\n");
    expect(await cli("preservation")).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/throughline\.yaml:1: "preservation\.alwaysPreserve/),
    });
  });

  test("R1: also at a start of which no session is left to tell, but not what another one that is live works on", async () => {
    await ledgers();
    const session = new Conversation(product, project);
    const first = await session.start();
    expect(first).toMatch(/## Session Recovery Context[\s\S]*Count at dawn[\s\S]*Task: otters/);
    await session.prompt("Count the otters in the harbour.");
    const second = await new Conversation(product, project).start();
    expect(second).toContain("Count at dawn");
    expect(second).not.toContain("Task: otters");
  });
});

describe("R2: the ceilings of a Loa project", () => {
  const level = async (...args: string[]) => {
    const { text } = z.object({ text: z.string() }).parse(await cliJson("recover", ...args));
    return text.replace(/\d+ s ago/gu, "just now");
  };

  test("hold for our own `recover`; what our own file says comes first", async () => {
    settings("layout: loa\n");
    for (const n of [1, 2, 3, 4, 5])
      await cli("decide", `Count pool ${n} at dawn, before the boats leave`, "--rationale", "They are awake then");
    const usual = await level("--level", "1");
    const found = await level("--query", "count the pools");
    const loa = join(project, ".loa.config.yaml");
    writeFileSync(loa, "session_continuity:\n  level1_tokens: 60\n  level2_tokens: 80\nunknown: [\n");
    expect(await level("--level", "1")).toBe(usual);
    writeFileSync(loa, "session_continuity:\n  level1_tokens: 60\n  level2_tokens: 80\nother: 1\n");
    expect(estimateTokens(await level("--level", "1"))).toBeLessThanOrEqual(60);
    expect((await level("--level", "1")).length).toBeLessThan(usual.length);
    expect(estimateTokens(await level("--query", "count the pools"))).toBeLessThanOrEqual(80);
    expect((await level("--query", "count the pools")).length).toBeLessThan(found.length);
    settings("layout: loa\nrecovery: { level1Tokens: 100 }\n");
    await product.until(async () => ((await level("--level", "1")) === usual ? true : undefined));
  });
});

describe("G4: before a compaction", () => {
  const compact = (session: Conversation, trigger: string) =>
    product.hook("pre-compaction", session.payload({ hook_event_name: "PreCompact", trigger }));

  test("the three steps are done by themselves and leave their trace, also where the project is strict and an automatic one is not held up", async () => {
    settings("grounding: { enforcement: strict }\n");
    await ledgers();
    const session = await worked();
    await cli("cite", "There are seven", "--assumption", "--session", session.id);
    expect((await compact(session, "manual")).stdout).toContain("block");
    expect((await compact(session, "auto")).stdout).toBe("");
    const [held, entry] = await product.until(async () => {
      const found = logged(session, "compaction");
      return found.length > 1 ? found : undefined;
    });
    expect(held).toMatchObject({ trigger: "manual", steps: ["Grounding Verification: failed"] });
    expect(entry).toMatchObject({
      trigger: "auto",
      steps: ["Update Decision Log: done", "Update Task: done", "Verify Test Scenarios: warning"],
      preserved: expect.arrayContaining(["notes_decision_log"]),
      compacted: expect.arrayContaining(["tool_results"]),
    });
    expect(readFileSync(join(project, ".throughline", "NOTES.md"), "utf8")).toMatch(/\*\*Last Checkpoint\*\*: \d{4}-/);
    expect(logged(session, "compaction")).toHaveLength(2);
  });

  test("a project that keeps no ledgers gets none, and no file but the state of the session", async () => {
    const session = await worked();
    await compact(session, "auto");
    await session.end();
    await product.until(async () => {
      const { body } = await product.api("GET", `/api/sessions/${session.id}`);
      return JSON.stringify(body).includes('"state":"complete"') ? true : undefined;
    });
    expect(readdirSync(join(project, ".throughline")).sort()).toEqual([".gitignore", "SESSION-STATE.md"]);
  });

  test("a session that only asked leaves no file in a project at all", async () => {
    const session = new Conversation(product, project);
    await session.start();
    await session.prompt("What is 2+2?");
    await session.reply("4.");
    await compact(session, "auto");
    await session.end();
    await product.until(async () => {
      const { body } = await product.api("GET", `/api/sessions/${session.id}`);
      return JSON.stringify(body).includes('"state":"complete"') ? true : undefined;
    });
    expect(existsSync(join(project, ".throughline"))).toBe(false);
  });
});

test("L6: a distillation of a project's session is in its trajectory", async () => {
  await ledgers();
  const session = await worked();
  for (let n = 0; n < 14; n++) {
    await session.prompt(`And pool ${n}? We decided to count pool ${n} twice, at src/pool${n}.ts.`);
    await session.reply(
      `Pool ${n} has ${n} otters, counted twice. ${"They swim from the harbour to the lighthouse. ".repeat(20)}`,
    );
  }
  await product.until(async () => {
    const { body } = await product.api("GET", `/api/sessions/${session.id}/messages`);
    return JSON.stringify(body).includes("Pool 13 has") ? true : undefined;
  });
  const receipt = z.looseObject({ id: z.string() }).parse(await product.cliJson(["distill", session.id]));
  const [entry] = await product.until(async () => {
    const found = logged(session, "distillation");
    return found.length > 0 ? found : undefined;
  });
  expect(entry).toMatchObject({ receipt_id: receipt.id, session_id: session.id, range_hash: expect.any(String) });
  expect(entry.messages_after).toBeLessThan(entry.messages_before);
});
