import { expect, test } from "vitest";
import { Stage } from "../engine.test-kit.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const me = { pid: process.pid };

async function worked(stage: Stage, key = "first"): Promise<void> {
  await stage.start(key);
  await stage.prompt(key, "We decided to use rotating refresh tokens. Implement them in src/auth.ts.");
  await stage.prompt(key, "Add a test for the expiry.");
  await stage.end(key);
}

test("R1: within 4 hours the next session of the project gets the whole", async () => {
  const stage = await Stage.open();
  await worked(stage);
  stage.clock.advance(4 * HOUR - 1000);
  const injected = await stage.start("second");
  expect(injected).toContain("**Open work**");
  expect(injected).toContain("Add a test for the expiry.");
  expect(injected).toContain("rotating refresh tokens");
  expect(injected.length).toBeLessThanOrEqual(2000);
  expect(injected.match(/## Session Recovery Context/g)).toHaveLength(1);
});

test("K5: a night, a week and a year later it is recovered with its age, decision and request", async () => {
  const stage = await Stage.open();
  await worked(stage);
  for (const [hours, age] of [
    [14, "[user, 14h]"],
    [7 * 24, "[user, 7d]"],
    [365 * 24, "[user, 372d]"],
  ] as const) {
    stage.clock.advance(hours * HOUR);
    const injected = await stage.start(`after ${hours}`);
    expect(injected).toContain("rotating refresh tokens");
    expect(injected).toContain(age);
    expect(injected.length).toBeLessThanOrEqual(2000);
    await stage.end(`after ${hours}`);
  }
});

test("R6: a question about the last state is answered once, and not if the start gave it already", async () => {
  const stage = await Stage.open();
  await worked(stage);
  stage.clock.advance(30 * HOUR);
  expect(await stage.start("second")).toContain("rotating refresh tokens");
  expect(await stage.prompt("second", "Where did we stop?")).toBe("");
});

test("R1: by lineage the whole is recovered at any age", async () => {
  const stage = await Stage.open();
  await worked(stage);
  stage.clock.advance(30 * 24 * HOUR);
  const { session } = await stage.engine.sessions.create({
    harness: "claude-code",
    key: "second",
    previousSessionKey: "first",
  });
  const recovered = await stage.engine.recovery.forStart(session, "startup");
  expect(recovered?.reason).toBe("lineage: previous_key");
  expect(recovered?.text).toContain("**Open work**");
  expect(recovered?.text).toContain("30 d ago");
});

test("R1: a session that continues under its own id after a night gets the whole of itself", async () => {
  const stage = await Stage.open();
  await worked(stage);
  stage.clock.advance(20 * HOUR);
  expect(await stage.start("first", "compact")).toContain("**Open work**");
});

test("R1: an empty session between does not hide the one before it; another project gives nothing", async () => {
  const stage = await Stage.open();
  await worked(stage);
  stage.clock.advance(MINUTE);
  await stage.start("empty");
  await stage.prompt("empty", "ok thanks");
  await stage.end("empty");
  expect(await stage.start("third")).toContain("rotating refresh tokens");
  const elsewhere = await stage.hook("session-start", "x", { cwd: "/projects/beta", source: "startup" });
  expect(elsewhere.answer.inject).toBeUndefined();
});

test("R1: the work of a live session is not recovered elsewhere", async () => {
  const stage = await Stage.open();
  await stage.start("alive", "startup", me);
  await stage.prompt("alive", "Live work on the lexer.", me);
  stage.clock.advance(3 * HOUR);
  expect(await stage.start("second")).toBe("");
  await stage.end("alive");
  expect(await stage.start("third")).toContain("Live work on the lexer.");
});

test("R1: a budget too small for anything gives nothing rather than half", async () => {
  const stage = await Stage.open({ config: { continuity: { recoveryBudgetChars: 80 } } });
  await worked(stage);
  expect(await stage.start("second")).toBe("");
});

test("R1: nothing is injected where continuity is off", async () => {
  const stage = await Stage.open({ config: { continuity: { enabled: false } } });
  await worked(stage);
  expect(await stage.start("second")).toBe("");
});

test("C11: a pinned checkpoint is injected into the project's next session, once", async () => {
  const stage = await Stage.open();
  await stage.start("first");
  await stage.prompt("first", "Try the lexer first.");
  await stage.end("first");
  const [early] = await stage.checkpoints("first");
  if (!early) throw new Error("the end left no checkpoint");
  stage.clock.advance(MINUTE);
  await worked(stage, "later");
  await stage.engine.recovery.pin(early);
  const injected = await stage.start("next");
  expect(injected).toContain("Try the lexer first.");
  expect(injected).not.toContain("rotating refresh tokens");
  await stage.end("next");
  expect(await stage.start("after")).toContain("rotating refresh tokens");
});

test("C11: a compaction of a session that is under way does not use up the checkpoint pinned for the next one", async () => {
  const stage = await Stage.open();
  await stage.start("first");
  await stage.prompt("first", "Try the lexer first.");
  await stage.end("first");
  const [early] = await stage.checkpoints("first");
  if (!early) throw new Error("the end left no checkpoint");
  await stage.start("running");
  await stage.prompt("running", "Implement the optimizer.");
  await stage.engine.recovery.pin(early);
  expect(await stage.start("running", "compact")).toContain("Implement the optimizer.");
  expect(await stage.start("next")).toContain("Try the lexer first.");
});
