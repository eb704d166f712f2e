import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { ManualClock, newId } from "../core/index.ts";
import { Stage } from "../engine.test-kit.ts";
import { scratchFolder } from "../scratch.test-kit.ts";
import type { Services } from "../services.ts";
import { Checkpoints } from "./index.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const FLUSH = 2500;

test("C2, C3: the tenth prompt makes a checkpoint due, written 2.5 s later and not on its path", async () => {
  const stage = await Stage.open();
  await stage.start("a");
  await stage.prompts("a", 9);
  await stage.pass(MINUTE);
  expect(await stage.triggers("a")).toEqual([]);
  await stage.prompt("a", "The tenth thing about the parser.");
  expect(await stage.triggers("a")).toEqual([]);
  await stage.pass(FLUSH - 1);
  expect(await stage.triggers("a")).toEqual([]);
  await stage.pass(1);
  expect(await stage.checkpoints("a")).toMatchObject([{ trigger: "periodic", promptCount: 10 }]);
  await stage.prompts("a", 9);
  await stage.pass(MINUTE);
  expect(await stage.triggers("a")).toHaveLength(1);
  await stage.prompt("a", "The twentieth.");
  await stage.pass(FLUSH);
  expect(await stage.checkpoints("a")).toMatchObject([{ promptCount: 20 }, { promptCount: 10 }]);
});

test("C2: 15 minutes with one prompt make one due; any number of them in silence do not", async () => {
  const stage = await Stage.open();
  const alive = { pid: process.pid };
  await stage.start("asked", "startup", alive);
  await stage.start("quiet", "startup", alive);
  await stage.prompt("asked", "Look at the parser.", alive);
  const tended = async (ms: number) => {
    await stage.pass(ms);
    await stage.engine.runDueWork();
    await stage.pass(FLUSH);
  };
  await tended(15 * MINUTE - FLUSH - 1);
  expect(await stage.triggers("asked")).toEqual([]);
  await tended(1);
  expect(await stage.triggers("asked")).toEqual(["periodic"]);
  await tended(60 * MINUTE);
  expect(await stage.triggers("asked")).toEqual(["periodic"]);
  expect(await stage.triggers("quiet")).toEqual([]);
});

test("C3: latest state wins: prompts that come while one waits are in it, and there is one", async () => {
  const stage = await Stage.open();
  await stage.start("a");
  await stage.prompts("a", 10);
  stage.clock.advance(2000);
  await stage.prompt("a", "And then the lexer.");
  await stage.pass(FLUSH);
  const [only, ...more] = await stage.checkpoints("a");
  expect(more).toEqual([]);
  expect(only).toMatchObject({ promptCount: 11 });
  expect(only?.digest).toContain("And then the lexer.");
  await stage.pass(10 * FLUSH);
  expect(await stage.checkpoints("a")).toHaveLength(1);
});

test("C3: what was pending is written at once when the session ends and when the engine closes", async () => {
  const home = scratchFolder();
  const stage = await Stage.open({ home });
  await stage.start("ends");
  await stage.prompts("ends", 10);
  await stage.end("ends");
  expect(await stage.triggers("ends")).toEqual(["session_end"]);
  await stage.start("open");
  await stage.prompts("open", 10);
  await stage.engine.close();
  const again = await Stage.open({ home });
  expect(await again.triggers("open")).toEqual(["periodic"]);
  await again.engine.close();
});

test("C3: the accumulator survives a restart: nine before and one after are ten", async () => {
  const home = scratchFolder();
  const clock = new ManualClock();
  const before = await Stage.open({ home }, clock);
  await before.start("a");
  await before.prompts("a", 9);
  await before.engine.close();
  const after = await Stage.open({ home }, clock);
  expect(await after.triggers("a")).toEqual([]);
  await after.prompt("a", "The tenth, about the lexer.");
  await after.pass(FLUSH);
  const [periodic] = await after.checkpoints("a");
  expect(periodic).toMatchObject({ trigger: "periodic", promptCount: 10 });
  expect(periodic?.memoryQueries.join(" ")).toMatch(/parser.*lexer/);
  await after.engine.close();
});

test("item 2: an agent's checkpoint covers what was pending: nothing is written on top of it", async () => {
  const stage = await Stage.open();
  await stage.start("a");
  await stage.prompts("a", 10);
  await stage.engine.checkpoints.write({
    session: await stage.session("a"),
    trigger: "agent",
    digest: "My own words.",
  });
  await stage.pass(10 * FLUSH);
  expect(await stage.checkpoints("a")).toMatchObject([{ trigger: "agent", digest: "My own words." }]);
});

test.each(["agent", "pre_compaction"] as const)(
  "item 2: one that comes while the pending write reads the transcript is not shadowed by it (%s)",
  async (trigger) => {
    const stage = await Stage.open();
    await stage.start("a");
    const session = await stage.session("a");
    const services: Services = stage.engine.services;
    // The periodic write has found itself due and reads the transcript; just then the other one is written.
    const slow = new Checkpoints(services);
    slow.catchUpWith(async () => {
      await stage.engine.checkpoints.write({ session, trigger, digest: "The newer one." });
    });
    await services.store.transaction(async (tables) => {
      for (let n = 0; n < 10; n++) await slow.recordPrompt(tables, session, "Work on the parser.");
    });
    await slow.flush();
    expect(await stage.triggers("a")).toEqual([trigger]);
  },
);

test("C5: the agent's words are kept as they are, secrets apart", async () => {
  const stage = await Stage.open();
  await stage.start("a");
  const digest = "## Where it stands\n- half of  `src/auth.ts`\n\n  next: tests\t✓";
  const session = await stage.session("a");
  expect((await stage.engine.checkpoints.write({ session, trigger: "agent", digest })).digest).toBe(digest);
  const secret = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";
  const written = await stage.engine.checkpoints.write({ session, trigger: "agent", digest: `token ${secret}` });
  expect(written.digest).not.toContain(secret);
  expect(written.digest).toContain("[REDACTED]");
});

test("C7: at most the limit a session, the chain still whole; a task's are all kept", async () => {
  const stage = await Stage.open({ config: { continuity: { maxCheckpointsPerSession: 5 } } });
  await stage.start("a");
  const { session: task } = await stage.engine.sessions.create({ key: "t", task: "auth" });
  for (let n = 0; n < 12; n++) {
    stage.clock.advance(1000);
    const trigger = n % 4 === 0 ? "agent" : "periodic";
    await stage.engine.checkpoints.write({ session: await stage.session("a"), trigger, digest: `${n}` });
    await stage.engine.checkpoints.write({ session: task, trigger: "periodic", digest: `${n}` });
  }
  expect((await stage.checkpoints("a")).map((one) => one.digest)).toEqual(["11", "10", "8", "4", "0"]);
  expect(await stage.store.checkpoints.list({ sessionId: task.id })).toHaveLength(12);
  const verdict = await stage.engine.checkpoints.verify(await stage.session("a"));
  expect(verdict).toEqual({ ok: true, checked: 5, pruned: 7, problem: undefined });
});

test("C7: how long checkpoints are kept is for the project's own file to say, longer or shorter", async () => {
  const folder = scratchFolder();
  const stage = await Stage.open({ home: join(folder, "home"), config: undefined });
  onTestFinished(() => stage.engine.close());
  for (const [name, settings] of [
    ["short", "continuity: { retentionDays: 2 }"],
    ["long", "continuity: { retentionDays: 30 }"],
    ["plain", ""],
  ] as const) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, "throughline.yaml"), settings);
    const { session } = await stage.engine.sessions.create({ key: name, project: join(folder, name) });
    await stage.engine.checkpoints.write({ session, trigger: "agent", digest: name });
  }
  const kept = async () => (await stage.store.checkpoints.list({})).map((one) => one.digest).sort();
  stage.clock.advance(3 * DAY);
  await stage.engine.maintain();
  expect(await kept()).toEqual(["long", "plain"]);
  stage.clock.advance(5 * DAY);
  await stage.engine.maintain();
  expect(await kept()).toEqual(["long"]);
});

test("C7: after seven days a checkpoint goes, its hash stays; a task's stays whole", async () => {
  const stage = await Stage.open();
  await stage.start("a");
  const { session: task } = await stage.engine.sessions.create({ key: "t", task: "auth" });
  for (const session of [await stage.session("a"), task])
    await stage.engine.checkpoints.write({ session, trigger: "agent", digest: "old" });
  stage.clock.advance(6 * DAY);
  await stage.engine.checkpoints.write({ session: await stage.session("a"), trigger: "agent", digest: "young" });
  await stage.engine.maintain();
  expect(await stage.checkpoints("a")).toHaveLength(2);
  stage.clock.advance(DAY + 1);
  await stage.engine.maintain();
  expect((await stage.checkpoints("a")).map((one) => one.digest)).toEqual(["young"]);
  expect(await stage.store.checkpoints.list({ sessionId: task.id })).toHaveLength(1);
  expect(await stage.engine.checkpoints.verify(await stage.session("a"))).toMatchObject({ ok: true, pruned: 1 });
});

describe("C9: without a task, too, a turn leaves a checkpoint where something must be kept", () => {
  async function opened(options = {}) {
    const stage = await Stage.open(options);
    await stage.start("a");
    const turnEnd = async (reply: string) => {
      await stage.hook("turn-end", "a", { hook_event_name: "Stop", last_assistant_message: reply });
      await stage.pass(FLUSH);
      await stage.pass(FLUSH);
    };
    const tool = (tool_name: string, tool_input: Readonly<Record<string, unknown>>, tool_response: string) =>
      stage.hook("post-tool-use", "a", { tool_name, tool_input, tool_response, tool_use_id: newId() });
    const fails = (command: string, error: string) =>
      stage.hook("post-tool-use", "a", {
        ...{ hook_event_name: "PostToolUseFailure", tool_name: "Bash", tool_use_id: newId(), error },
        tool_input: { command },
      });
    return { stage, turnEnd, tool, fails };
  }
  const lex = { file_path: "/projects/alpha/src/lex.ts", content: "export const lex = 1;\n" };

  test("a file that was created or edited often: one for the turn, none for a small edit, none on the prompt's path", async () => {
    const { stage, turnEnd, tool } = await opened();
    await stage.prompt("a", "Write the lexer.");
    await tool("Edit", { file_path: "/projects/alpha/src/a.ts", old_string: "a", new_string: "b" }, "updated");
    await turnEnd("One word changed.");
    expect(await stage.triggers("a")).toEqual([]);
    await stage.prompt("a", "Now the lexer.");
    await tool("Write", lex, "File created successfully");
    for (let n = 0; n < 3; n++)
      await tool("Edit", { file_path: "/projects/alpha/src/b.ts", old_string: "a", new_string: "b" }, "updated");
    await stage.hook("turn-end", "a", { hook_event_name: "Stop", last_assistant_message: "The lexer is there." });
    expect(await stage.triggers("a")).toEqual([]);
    await stage.pass(FLUSH);
    await stage.pass(FLUSH);
    const [only, ...more] = await stage.checkpoints("a");
    expect(more).toEqual([]);
    expect(only).toMatchObject({ trigger: "file_edit", structured: null });
    expect(only?.digest).toMatch(/Written because: changed src\/lex\.ts, src\/b\.ts/);
    await stage.prompt("a", "Thanks. What does it cost?");
    await turnEnd("Nothing.");
    expect(await stage.triggers("a")).toHaveLength(1);
  });

  test("a command that failed and passes again", async () => {
    const { stage, turnEnd, tool, fails } = await opened();
    await stage.prompt("a", "Make the tests pass.");
    await fails("npm test", "Exit code 1\nError: expected 2, got 3");
    await turnEnd("They fail.");
    expect(await stage.triggers("a")).toEqual([]);
    await tool("Bash", { command: "npm test" }, "12 passed");
    await turnEnd("They pass.");
    const [only] = await stage.checkpoints("a");
    expect(only).toMatchObject({ trigger: "error_recovery" });
    expect(only?.digest).toContain("`npm test` passes again after: Error: expected 2, got 3");
  });

  test("C4: a call that the user or the client refused is in no digest", async () => {
    const { stage, turnEnd, tool, fails } = await opened();
    await stage.prompt("a", "Write the lexer.");
    await fails("npm test", "Permission to use Bash with command npm test has been denied.");
    await fails("npm test", "The user doesn't want to proceed with this tool use.");
    await tool("Write", lex, "File created successfully");
    await turnEnd("It is written.");
    const [only] = await stage.checkpoints("a");
    expect(only?.digest).toContain("Files changed:");
    expect(only?.digest).not.toMatch(/npm test|Commands:|Tests:|Errors:/);
  });

  test("a decision, in the conversation or on record, is the first trigger", async () => {
    const { stage, turnEnd, tool } = await opened();
    await stage.prompt("a", "We decided to use DuckDB because it is faster.");
    await tool("Write", lex, "File created successfully");
    await turnEnd("Understood.");
    expect(await stage.triggers("a")).toEqual(["decision"]);
    const { id } = await stage.session("a");
    const recorded = { type: "decision.recorded", decisionId: "d1", project: "/projects/alpha", task: null } as const;
    await stage.emit({ ...recorded, sessionId: id });
    await stage.pass(FLUSH);
    expect(await stage.triggers("a")).toEqual(["decision", "decision"]);
  });

  test("they count against the limit of a session, and none is written where continuity is off", async () => {
    const { stage, turnEnd, tool } = await opened({ config: { continuity: { maxCheckpointsPerSession: 3 } } });
    for (let n = 0; n < 5; n++) {
      await stage.prompt("a", `Write part ${n}.`);
      await tool("Write", { ...lex, file_path: `/projects/alpha/src/${n}.ts` }, "File created successfully");
      await turnEnd("Done.");
    }
    expect(await stage.triggers("a")).toEqual(["file_edit", "file_edit", "file_edit"]);
    expect(await stage.engine.checkpoints.verify(await stage.session("a"))).toMatchObject({ ok: true });
    const off = await opened({ config: { continuity: { enabled: false } } });
    await off.stage.prompt("a", "We decided to use DuckDB because it is faster.");
    await off.turnEnd("Understood.");
    expect(await off.stage.triggers("a")).toEqual([]);
  });

  test("session_end is written after an agent's digest when something happened since, and only then", async () => {
    const { stage, turnEnd, tool } = await opened();
    const digest = async () =>
      stage.engine.checkpoints.write({ session: await stage.session("a"), trigger: "agent", digest: "Mine." });
    await stage.prompt("a", "Write the lexer.");
    await stage.pass(1000);
    await digest();
    await tool("mcp__throughline__session_digest", { digest: "Mine." }, "stored");
    expect(await stage.engine.checkpoints.hasNews((await stage.session("a")).id)).toBe(false);
    await stage.pass(1000);
    await tool("Bash", { command: "npm run build" }, "ok");
    await turnEnd("The build passes.");
    await stage.end("a");
    expect(await stage.triggers("a")).toEqual(["session_end", "agent"]);
  });
});
