import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { type ProcessIdentity, startTimeOf } from "../../core/index.ts";
import { Stage } from "../../engine.test-kit.ts";

const MINUTE = 60_000;

/** A real process, as a client would be one. */
async function client(): Promise<{ identity: ProcessIdentity; kill: () => Promise<void> }> {
  const child: ChildProcess = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  await once(child, "spawn");
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  };
  onTestFinished(kill);
  if (child.pid === undefined) throw new Error("the client did not start");
  return { identity: { pid: child.pid, startTime: await startTimeOf(child.pid) }, kill };
}

async function working(stage: Stage, identity: ProcessIdentity | undefined): Promise<void> {
  await stage.start("a", "startup", identity);
  await stage.prompt("a", "Rewrite the parser with rotating buffers.", identity);
}

test("S7: a session whose process was killed is found: suspended, a checkpoint of it, an incident", async () => {
  const stage = await Stage.open();
  const { identity, kill } = await client();
  await working(stage, identity);
  const active = await stage.session("a");
  stage.clock.advance(MINUTE);
  await kill();
  await stage.engine.tend();
  expect(await stage.session("a")).toMatchObject({
    state: "suspended",
    endReason: "interrupted",
    endedAt: active.lastActivityAt,
  });
  const [checkpoint] = await stage.checkpoints("a");
  expect(checkpoint).toMatchObject({ trigger: "interrupted", promptCount: 1 });
  expect(checkpoint?.digest).toContain("rotating buffers");
  expect(await stage.store.accounts.incidents(5)).toMatchObject([
    { kind: "session_interrupted", sessionId: active.id, detail: expect.stringContaining("ended without a word") },
  ]);
  // What only its hooks had told is part of the ledger now.
  expect(await stage.store.messages.list(active.id)).toMatchObject([{ kind: "prompt" }]);
});

test("S7: it is found once, also by many sweeps at the same time", async () => {
  const stage = await Stage.open();
  const { identity, kill } = await client();
  await working(stage, identity);
  await kill();
  await Promise.all(Array.from({ length: 5 }, () => stage.engine.tend()));
  await stage.engine.tend();
  expect(await stage.triggers("a")).toEqual(["interrupted"]);
  expect(await stage.store.accounts.incidents(9)).toHaveLength(1);
});

test("S7: a session that is quiet but alive is never swept, however long it is quiet", async () => {
  const stage = await Stage.open();
  const { identity } = await client();
  await working(stage, identity);
  for (let day = 0; day < 7; day++) {
    stage.clock.advance(24 * 60 * MINUTE);
    await stage.engine.tend();
  }
  expect((await stage.session("a")).state).toBe("active");
  expect(await stage.store.accounts.incidents(5)).toEqual([]);
});

test("S7: a process id that now belongs to another process does not keep the session alive", async () => {
  const stage = await Stage.open();
  const { identity } = await client();
  await working(stage, { ...identity, startTime: "long ago" });
  await stage.engine.tend();
  expect((await stage.session("a")).state).toBe("suspended");
});

test("S7: without a process to ask, silence for 5 minutes decides, and not a second less", async () => {
  const stage = await Stage.open();
  await working(stage, undefined);
  stage.clock.advance(5 * MINUTE - 1);
  await stage.engine.tend();
  expect((await stage.session("a")).state).toBe("active");
  stage.clock.advance(1);
  await stage.engine.tend();
  expect((await stage.session("a")).state).toBe("suspended");
});

test("S7: sessions that ended, and those made through the API, are not orphans", async () => {
  const stage = await Stage.open();
  await working(stage, undefined);
  await stage.end("a");
  const { session } = await stage.engine.sessions.create({ key: "by hand" });
  stage.clock.advance(60 * MINUTE);
  await stage.engine.tend();
  expect((await stage.session("a")).state).toBe("complete");
  expect((await stage.store.sessions.get(session.id))?.state).toBe("init");
  expect(await stage.store.accounts.incidents(5)).toEqual([]);
});

test("S7: one that was thought lost and speaks again is active again, and goes on counting", async () => {
  const stage = await Stage.open();
  await working(stage, undefined);
  stage.clock.advance(10 * MINUTE);
  await stage.engine.tend();
  await stage.prompt("a", "I was at lunch; go on with the lexer.");
  expect(await stage.session("a")).toMatchObject({ state: "active", endedAt: null, promptCount: 2 });
});

test("S7: the session that starts next does not wait for the sweep to know that the last one is dead", async () => {
  const stage = await Stage.open();
  const { identity, kill } = await client();
  await working(stage, identity);
  expect(await stage.start("while alive")).toBe("");
  await kill();
  expect(await stage.start("next")).toContain("rotating buffers");
  expect((await stage.session("a")).state).toBe("suspended");
});
