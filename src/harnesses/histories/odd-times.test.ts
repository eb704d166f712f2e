import { appendFileSync, utimesSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { asLines, User } from "./user.test-kit.ts";

const SESSION = "11111111-2222-4333-8444-555555555555";
const GARBAGE = ["garbage", "2026-02-30T25:61:00Z", "", "+275760-09-13T00:00:00.000Z", 1e300, null];
const minute = (at: number): string => new Date(Date.UTC(2025, 4, 6, 7, at)).toISOString();

let user: User;
beforeEach(async () => {
  user = await User.open();
});

/** A client that keeps a file of lines: where, how it begins one at a time, and how it writes what a user said. */
interface Client {
  readonly path: string;
  begin(time: unknown): object[];
  say(words: string, time: unknown): object;
}

const CLIENTS: Readonly<Record<string, Client>> = {
  "claude-code": {
    path: `.claude/projects/-gone/${SESSION}.jsonl`,
    begin: () => [],
    say: (words, timestamp) => ({
      ...{ type: "user", uuid: words, sessionId: SESSION, timestamp, cwd: "/gone" },
      message: { role: "user", content: words },
    }),
  },
  codex: {
    path: `.codex/sessions/2025/05/06/rollout-2025-05-06T07-00-00-${SESSION}.jsonl`,
    begin: (timestamp) => [{ timestamp, type: "session_meta", payload: { id: SESSION, timestamp, cwd: "/gone" } }],
    say: (words, timestamp) => ({
      ...{ timestamp, type: "response_item" },
      payload: { type: "message", role: "user", content: [{ type: "input_text", text: words }] },
    }),
  },
  gemini: {
    path: ".gemini/tmp/gone/chats/session-2025-05-06T07-00-11111111.jsonl",
    begin: (startTime) => [{ sessionId: SESSION, projectHash: "h", startTime, kind: "main" }],
    say: (words, timestamp) => ({ id: words, timestamp, type: "user", content: words }),
  },
  openclaw: {
    path: `.openclaw/agents/main/sessions/${SESSION}.jsonl`,
    begin: (timestamp) => [{ type: "session", version: 4, id: SESSION, cwd: "/gone", timestamp }],
    say: (words, timestamp) => ({
      ...{ type: "message", id: words, timestamp },
      message: { role: "user", content: words, timestamp },
    }),
  },
};

const EACH = Object.entries(CLIENTS).flatMap(([harness, client]) =>
  GARBAGE.map((time) => [harness, JSON.stringify(time), client, time] as const),
);

async function stored(harness: string) {
  const session = await user.stage.store.sessions.byKey(harness, SESSION);
  const messages = session ? await user.stage.store.messages.list(session.id) : [];
  return { session, entries: messages.map(({ content, createdAt }) => [content, createdAt]) };
}

test.each(EACH)("H4: %s: a session that begins with the time %s comes in whole", async (harness, _, client, time) => {
  const lines = [client.say("one", time), client.say("two", minute(2)), client.say("three", time)];
  const file = user.put(client.path, ...client.begin(time), ...lines);
  utimesSync(file, new Date(minute(9)), new Date(minute(9)));
  const [survey] = await user.stage.engine.imports.survey(user.request);
  for (const at of [survey?.oldest, survey?.newest]) expect([null, minute(2)]).toContain(at);
  expect(await user.importAll()).toMatchObject({ newSessions: 1, messages: 3, brokenCount: 0, emptySessions: 0 });
  const { session, entries } = await stored(harness);
  // Before the first time that can be read there is that of the file, where its head does not tell one.
  const first = entries[0]?.[1];
  expect([minute(2), minute(9)]).toContain(first);
  expect(session).toMatchObject({ startedAt: first });
  expect(entries).toEqual([
    ["one", first],
    ["two", minute(2)],
    ["three", minute(2)],
  ]);
  expect(await user.stage.engine.imports.survey(user.request)).toMatchObject([
    { sessions: 1, newSessions: 0, unread: 0 },
  ]);
  expect(await user.importAll()).toMatchObject({ newSessions: 0, messages: 0 });
});

test.each(Object.entries(CLIENTS))(
  "H4: %s: a session without a single time has that of its file, also where it grows",
  async (harness, client) => {
    const file = user.put(
      client.path,
      ...client.begin("garbage"),
      client.say("one", "garbage"),
      client.say("two", null),
    );
    utimesSync(file, new Date(minute(5)), new Date(minute(5)));
    await user.importAll();
    appendFileSync(file, asLines([client.say("three", "garbage")]));
    utimesSync(file, new Date(minute(9)), new Date(minute(9)));
    await user.importAll();
    const { session, entries } = await stored(harness);
    expect(session).toMatchObject({ startedAt: minute(5), lastActivityAt: minute(9), state: "complete" });
    expect(entries).toEqual([
      ["one", minute(5)],
      ["two", minute(5)],
      ["three", minute(9)],
    ]);
  },
);

test.each(GARBAGE)("H4: hooks that follow a transcript keep its lines with the time %j", async (time) => {
  const { say, path } = CLIENTS["claude-code"] ?? expect.unreachable();
  const lines = [say("one", time), say("two", minute(2)), say("three", time)];
  await user.stage.hook("session-start", SESSION, { source: "startup", transcript_path: user.put(path, ...lines) });
  await user.stage.engine.hooks.idle();
  await user.stage.end(SESSION);
  const { entries } = await stored("claude-code");
  expect(entries.map(([content]) => content)).toEqual(["one", "two", "three"]);
  expect(Date.parse(entries[0]?.[1] ?? "")).not.toBeNaN();
  expect(entries.slice(1).map(([, at]) => at)).toEqual([minute(2), minute(2)]);
});

test("H4: a session with nothing to store is reported as empty, with its broken lines, and never as known", async () => {
  const { path } = CLIENTS["claude-code"] ?? expect.unreachable();
  user.put(path, { type: "user", uuid: "u-1", sessionId: SESSION, timestamp: minute(1), message: null });
  const account = { state: "done", sessions: 1, newSessions: 0, emptySessions: 1, messages: 0, brokenCount: 1 };
  expect(await user.importAll()).toMatchObject(account);
  expect(await user.importAll()).toMatchObject(account);
});
