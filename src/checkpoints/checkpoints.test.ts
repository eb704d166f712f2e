import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Ambient } from "../ambient.ts";
import { ManualClock } from "../core/index.ts";
import { Stage } from "../engine.test-kit.ts";
import { scratchFolder } from "../scratch.test-kit.ts";
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
    await stage.engine.tend();
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
    const ambient: Ambient = stage.engine.ambient;
    // The periodic write has found itself due and reads the transcript; just then the other one is written.
    const slow: Checkpoints = new Checkpoints(ambient, async () => {
      await stage.engine.checkpoints.write({ session, trigger, digest: "The newer one." });
    });
    await ambient.store.transaction(async (tables) => {
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
