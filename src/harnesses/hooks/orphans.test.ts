import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { lastIncidents } from "../../audit/index.ts";
import { isoTime, newId, type ProcessIdentity, startTimeOf } from "../../core/index.ts";
import { Stage } from "../../engine.test-kit.ts";
import { scratchFolder } from "../../scratch.test-kit.ts";

const SECOND = 1000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

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
  await stage.engine.runDueWork();
  expect(await stage.session("a")).toMatchObject({
    state: "suspended",
    endReason: "interrupted",
    endedAt: active.lastActivityAt,
  });
  const [checkpoint] = await stage.checkpoints("a");
  expect(checkpoint).toMatchObject({ trigger: "interrupted", promptCount: 1 });
  expect(checkpoint?.digest).toContain("rotating buffers");
  expect(await lastIncidents(stage.store, 5)).toMatchObject([
    { kind: "session_interrupted", sessionId: active.id, detail: expect.stringContaining("ended unexpectedly") },
  ]);
  // What only its hooks reported is part of the ledger now.
  expect(await stage.store.messages.list(active.id)).toMatchObject([{ kind: "prompt" }]);
});

test("S7: it is found once, also by many sweeps at the same time", async () => {
  const stage = await Stage.open();
  const { identity, kill } = await client();
  await working(stage, identity);
  await kill();
  await Promise.all(Array.from({ length: 5 }, () => stage.engine.runDueWork()));
  await stage.engine.runDueWork();
  expect(await stage.triggers("a")).toEqual(["interrupted"]);
  expect(await lastIncidents(stage.store, 9)).toHaveLength(1);
});

test("S7: a session that is quiet but alive is never swept, however long it is quiet", async () => {
  const stage = await Stage.open();
  const { identity } = await client();
  await working(stage, identity);
  for (let day = 0; day < 7; day++) {
    stage.clock.advance(24 * 60 * MINUTE);
    await stage.engine.runDueWork();
  }
  expect((await stage.session("a")).state).toBe("active");
  expect(await lastIncidents(stage.store, 5)).toEqual([]);
});

test("S7: a process id that now belongs to another process does not keep the session alive", async () => {
  const stage = await Stage.open();
  const { identity } = await client();
  await working(stage, { ...identity, startTime: "long ago" });
  await stage.engine.runDueWork();
  expect((await stage.session("a")).state).toBe("suspended");
});

test("S7: without a process to ask, silence for 5 minutes decides, and not a second less", async () => {
  const stage = await Stage.open();
  await working(stage, undefined);
  stage.clock.advance(5 * MINUTE - 1);
  await stage.engine.runDueWork();
  expect((await stage.session("a")).state).toBe("active");
  stage.clock.advance(1);
  await stage.engine.runDueWork();
  expect((await stage.session("a")).state).toBe("suspended");
});

test("S7: sessions that ended, and those made through the API, are not orphans", async () => {
  const stage = await Stage.open();
  await working(stage, undefined);
  await stage.end("a");
  const { session } = await stage.engine.sessions.create({ key: "by hand" });
  stage.clock.advance(60 * MINUTE);
  await stage.engine.runDueWork();
  expect((await stage.session("a")).state).toBe("complete");
  expect((await stage.store.sessions.get(session.id))?.state).toBe("init");
  expect(await lastIncidents(stage.store, 5)).toEqual([]);
});

test("S7: a suspended session that reports again is active again, and continues to count", async () => {
  const stage = await Stage.open();
  await working(stage, undefined);
  stage.clock.advance(10 * MINUTE);
  await stage.engine.runDueWork();
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

/** As the daemon looks around: every 2 seconds, and tends when it is due. */
async function awake(stage: Stage, ms: number): Promise<void> {
  for (let at = 0; at < ms; at += 2 * SECOND) {
    stage.clock.advance(2 * SECOND);
    if (stage.engine.look()) await stage.engine.runDueWork();
  }
}

/** As the machine sleeps: time goes by and nobody looks; what is due is done at the first look. */
async function asleep(stage: Stage, ms: number): Promise<void> {
  stage.engine.look();
  stage.clock.advance(ms);
  if (stage.engine.look()) await stage.engine.runDueWork();
}

const state = async (stage: Stage, key = "a") => (await stage.session(key)).state;

test("S7: after the machine slept, a session whose client is alive stays active, with a known process and without", async () => {
  const stage = await Stage.open();
  const { identity } = await client();
  await stage.start("known", "startup", identity);
  await working(stage, undefined);
  await awake(stage, 2 * MINUTE);
  for (let night = 0; night < 3; night++) await asleep(stage, 8 * HOUR);
  expect([await state(stage, "known"), await state(stage, "a")]).toEqual(["init", "active"]);
  expect(await lastIncidents(stage.store, 5)).toEqual([]);
  // Awake, its silence counts on from where it was.
  await awake(stage, 2 * MINUTE);
  expect(await state(stage)).toBe("active");
  await awake(stage, MINUTE + 4 * SECOND);
  expect(await state(stage)).toBe("suspended");
});

test("S7: a client that died while the machine slept is found at the first look on waking", async () => {
  const stage = await Stage.open();
  const { identity, kill } = await client();
  await working(stage, identity);
  await awake(stage, MINUTE);
  await kill();
  await asleep(stage, 8 * HOUR);
  expect(await state(stage)).toBe("suspended");
  expect((await stage.triggers("a"))[0]).toBe("interrupted");
});

test("S7: silence is found out when it has lasted 5 minutes, not at the sweep after that", async () => {
  const stage = await Stage.open();
  await working(stage, undefined);
  await stage.engine.runDueWork();
  await awake(stage, 5 * MINUTE - 2 * SECOND);
  expect(await state(stage)).toBe("active");
  await awake(stage, 2 * SECOND);
  expect(await state(stage)).toBe("suspended");
  expect(stage.engine.look()).toBe(false);
});

/** A session without a process to ask, and its files as the client writes them. */
async function writing(stage: Stage) {
  const transcript = join(scratchFolder(), "a.jsonl");
  await stage.hook("session-start", "a", {
    hook_event_name: "SessionStart",
    source: "startup",
    transcript_path: transcript,
  });
  const fields = { hook_event_name: "UserPromptSubmit", prompt: "Rewrite the parser.", transcript_path: transcript };
  await stage.hook("user-prompt-submit", "a", fields);
  const write = (path: string, more: object = {}) => {
    mkdirSync(dirname(path), { recursive: true });
    const message = { role: "assistant", content: [{ type: "text", text: `Still at it, ${newId()}.` }] };
    const line = {
      type: "assistant",
      uuid: newId(),
      timestamp: isoTime(stage.clock.now()),
      sessionId: "a",
      message,
      ...more,
    };
    appendFileSync(path, `${JSON.stringify(line)}\n`);
  };
  return {
    say: () => write(transcript),
    subagentSays: () =>
      write(join(transcript.replace(/\.jsonl$/, ""), "subagents", "agent-x1.jsonl"), {
        isSidechain: true,
        agentId: "x1",
      }),
  };
}

test.each(["say", "subagentSays"] as const)(
  "S7: a session whose files grow is alive without a word from a hook, and found once they grow no more: %s",
  async (way) => {
    const stage = await Stage.open();
    const files = await writing(stage);
    for (let n = 0; n < 5; n++) {
      stage.clock.advance(4 * MINUTE);
      files[way]();
      stage.clock.advance(2 * MINUTE);
      await stage.engine.runDueWork();
      expect(await state(stage)).toBe("active");
    }
    stage.clock.advance(5 * MINUTE);
    await stage.engine.runDueWork();
    expect(await state(stage)).toBe("suspended");
  },
);

test("S7: a session that its client left by /clear without a word is found, though the client lives; the next one is not", async () => {
  const stage = await Stage.open();
  const { identity } = await client();
  await working(stage, identity);
  stage.clock.advance(MINUTE);
  await stage.start("b", "clear", identity);
  await stage.prompt("b", "Now the lexer.", identity);
  stage.clock.advance(MINUTE);
  await stage.engine.runDueWork();
  expect([await state(stage, "a"), await state(stage, "b")]).toEqual(["suspended", "active"]);
  // Taken up again in the same client, it is alive.
  stage.clock.advance(MINUTE);
  await stage.start("a", "resume", identity);
  await stage.prompt("a", "Back to the parser.", identity);
  await stage.engine.runDueWork();
  expect(await state(stage, "a")).toBe("active");
});

test("S7: a session that cannot be read keeps neither itself nor the others from being found", async () => {
  const stage = await Stage.open();
  const unreadable = scratchFolder();
  await stage.hook("session-start", "b", {
    hook_event_name: "SessionStart",
    source: "startup",
    transcript_path: unreadable,
  });
  await stage.hook("user-prompt-submit", "b", {
    hook_event_name: "UserPromptSubmit",
    prompt: "Go on.",
    transcript_path: unreadable,
  });
  await working(stage, undefined);
  stage.clock.advance(6 * MINUTE);
  await stage.engine.runDueWork();
  expect(await state(stage, "a")).toBe("suspended");
});

test("S7: one who died between the checkpoint and the rest leaves the rest to the next sweep, and no second checkpoint", async () => {
  const stage = await Stage.open();
  await working(stage, undefined);
  stage.clock.advance(6 * MINUTE);
  await stage.engine.checkpoints.write({ session: await stage.session("a"), trigger: "interrupted" });
  stage.clock.advance(MINUTE);
  await stage.engine.runDueWork();
  expect(await state(stage)).toBe("suspended");
  expect(await stage.triggers("a")).toEqual(["interrupted"]);
  expect(await lastIncidents(stage.store, 5)).toHaveLength(1);
});

test("S7: an interrupted session that went on and is lost again gets a checkpoint again", async () => {
  const stage = await Stage.open();
  await working(stage, undefined);
  for (let time = 1; time <= 2; time++) {
    stage.clock.advance(6 * MINUTE);
    await stage.engine.runDueWork();
    expect(await stage.triggers("a")).toEqual(Array(time).fill("interrupted"));
    await stage.prompt("a", "Go on.");
  }
});
