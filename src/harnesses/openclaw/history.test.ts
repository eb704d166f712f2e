import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync, type DatabaseSyncInstance } from "@photostructure/sqlite";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import type { Entry } from "../../capture/index.ts";
import { scratchFolder } from "../../scratch.test-kit.ts";
import type { Batch, HistorySession } from "../histories/history-contract.ts";
import { openClawHistory } from "./history.ts";

const unheard = () => {};

const fixture = (name: string): string =>
  readFileSync(join(import.meta.dirname, "../../../test/fixtures/openclaw", name), "utf8");
const SCHEMA = fixture("openclaw-agent-schema.sql")
  // SQLite makes these automatically.
  .replace(/CREATE TABLE (?:IF NOT EXISTS '\w+_fts_\w+'|sqlite_\w+).*\n/g, "");
const SAMPLE: readonly { session_id: string; seq: number; event_json: string; created_at: number }[] = fixture(
  "openclaw-transcript_events.jsonl",
)
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));
const AT = 1_794_705_430_000;

type Event = Readonly<Record<string, unknown>>;
const said = (id: string, message: Event): Event => ({ type: "message", id, message: { timestamp: AT, ...message } });
const header = (id: string): Event => ({
  ...{ type: "session", version: 4, id, cwd: "/home/dev/acme", timestamp: new Date(AT).toISOString() },
});

/** A database as the client keeps it, and a client that writes to it. */
class Client {
  readonly home: string;
  readonly path: string;
  readonly database: DatabaseSyncInstance;

  constructor() {
    this.home = scratchFolder();
    this.path = join(this.home, ".openclaw/agents/main/agent/openclaw-agent.sqlite");
    mkdirSync(dirname(this.path), { recursive: true });
    this.database = new DatabaseSync(this.path);
    this.database.exec(`PRAGMA journal_mode = WAL; PRAGMA foreign_keys = OFF; ${SCHEMA}`);
    onTestFinished(() => this.database.close());
  }

  write(session: string, seq: number, event: Event | string): void {
    const json = typeof event === "string" ? event : JSON.stringify(event);
    this.database
      .prepare("INSERT INTO transcript_events (session_id, seq, event_json, created_at) VALUES (?, ?, ?, ?)")
      .run(session, seq, json, AT + seq);
  }

  writeAll(session: string, ...events: (Event | string)[]): void {
    for (const [seq, event] of [header(session), ...events].entries()) this.write(session, seq, event);
  }

  window(
    id: string,
    key: string,
    more: { previous?: string; spawnedBy?: string; thread?: string; via?: string } = {},
  ): void {
    this.database
      .prepare(
        `INSERT INTO session_nodes (session_key, current_session_id, entry_json, updated_at, created_via)
         VALUES (?, ?, '{}', 0, ?)`,
      )
      .run(key, id, more.via ?? "operator");
    this.database
      .prepare(
        `INSERT INTO session_windows
           (session_id, session_key, previous_session_id, spawned_by, parent_session_key, created_at, updated_at)
         VALUES (?, ?, ?, ?, ?, 0, 0)`,
      )
      .run(id, key, more.previous ?? null, more.spawnedBy ?? null, more.thread ?? null);
  }

  async session(key: string): Promise<HistorySession> {
    const found = (await openClawHistory.open(this.path, unheard))?.find((session) => session.key === key);
    if (found === undefined) throw new Error(`no session ${key}`);
    return found;
  }
}

async function gathered<T>(source: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of source) all.push(one);
  return all;
}

const entriesIn = (batches: readonly Batch[]): Entry[] => batches.flatMap(({ entries }) => entries);
const summaries = (entries: readonly Entry[]) =>
  entries.map((entry) => `${entry.role} ${entry.kind}${entry.isPrompt ? "*" : ""}: ${entry.content.slice(0, 60)}`);
const readWhole = async (session: HistorySession): Promise<Entry[]> =>
  entriesIn(await gathered(session.read(undefined)));

async function readOf(...events: (Event | string)[]): Promise<Entry[]> {
  const client = new Client();
  client.writeAll("s-1", ...events);
  return readWhole(await client.session("s-1"));
}

test("H4: a history that OpenClaw wrote is read whole: what was said is kept, its bookkeeping is not", async () => {
  const client = new Client();
  for (const row of SAMPLE) client.write(row.session_id, row.seq, row.event_json);
  const sessions = await gathered(openClawHistory.find({ userHome: client.home, env: {} }, unheard));
  expect(sessions.map(({ key, cwd }) => [key, cwd])).toEqual([
    ["4ef7c45e-6760-48e5-b047-79c69cb11f04", "/home/dev/.openclaw/workspace"],
    ["a95870a5-e08d-4e8e-836b-f1261f974ee3", "/home/dev/.openclaw/workspace"],
  ]);
  const read = await Promise.all(sessions.map(async (session) => summaries(await readWhole(session))));
  expect(read).toMatchSnapshot();
});

test("H4: a compaction is a boundary with its summary behind it, and a reset is a boundary", async () => {
  const entries = await readOf(
    said("e-1", { role: "user", content: "hello" }),
    { type: "compaction", id: "e-2", summary: "the story so far", firstKeptEntryId: "e-1", tokensBefore: 1020 },
    { type: "reset", id: "e-3" },
  );
  expect(summaries(entries)).toEqual([
    "user prompt*: hello",
    'system boundary: {"firstKeptEntryId":"e-1","tokensBefore":1020}',
    "system summary: the story so far",
    'system boundary: {"type":"reset","id":"e-3"}',
  ]);
});

test("H4: a tool's call and its answer have its name, its id, and whether it failed; usage counts the cache", async () => {
  const usage = { input: 1000, output: 20, cacheRead: 200, cacheWrite: 30 };
  const call = { type: "toolCall", id: "call_0", name: "exec", arguments: { command: "npm test" } };
  const content = [{ type: "thinking", thinking: "let me see" }, { type: "text", text: "I run it." }, call];
  const entries = await readOf(
    said("e-1", { role: "assistant", content, model: "m-1", usage, __openclaw: { runId: "run-1" } }),
    said("e-2", {
      ...{ role: "toolResult", toolCallId: "call_0", toolName: "exec", isError: true },
      content: [{ type: "text", text: "3 failed" }],
    }),
  );
  const used = { inputTokens: 1230, model: "m-1" };
  expect(entries).toMatchObject([
    { sourceId: "e-1", kind: "thinking", content: "let me see", usage: used, turnId: "run-1" },
    { sourceId: "e-1:1", kind: "text", content: "I run it.", createdAt: new Date(AT).toISOString() },
    {
      ...{ sourceId: "e-1:2", kind: "tool_use", toolName: "exec", toolUseId: "call_0" },
      content: '{"name":"exec","input":{"command":"npm test"}}',
    },
    { sourceId: "e-2", kind: "tool_result", toolName: "exec", toolUseId: "call_0", content: "3 failed", isError: true },
  ]);
});

test("H4: what the client or another agent says in the user's name is no prompt", async () => {
  const entries = await readOf(
    said("e-1", { role: "user", content: "HEARTBEAT", provenance: { kind: "internal_system" } }),
    said("e-2", { role: "user", content: "done, over to you", provenance: { kind: "inter_session" } }),
    { type: "custom_message", id: "e-3", customType: "notes", content: "from a plugin" },
  );
  expect(summaries(entries)).toEqual([
    "system command: HEARTBEAT",
    "user text: done, over to you",
    "system attachment: from a plugin",
  ]);
});

test("H4: what Throughline itself injected is marked as an echo, not stored", async () => {
  const content = "<throughline-context>\nyou were here\n</throughline-context>";
  expect(await readOf({ type: "custom_message", id: "e-1", content })).toMatchObject([{ isEcho: true, content: "" }]);
});

test("H4: unknown kinds of events, messages and blocks are kept, and so is what went wrong", async () => {
  const entries = await readOf(
    { type: "telepathy", id: "e-1" },
    said("e-2", { role: "oracle", content: "x" }),
    said("e-3", { role: "assistant", content: [{ odd: 1 }], errorMessage: "overloaded" }),
    said("e-4", { role: "user", content: [{ type: "image", data: "AAAA" }] }),
    { type: "custom", id: "e-5", customType: "someone.state", data: 1 },
  );
  expect(summaries(entries)).toEqual([
    'system other: {"type":"telepathy","id":"e-1"}',
    expect.stringContaining('system other: {"type":"message","id":"e-2"'),
    'assistant other: {"odd":1}',
    "system other: overloaded",
    expect.stringContaining("user attachment: {"),
    expect.stringContaining("someone.state"),
  ]);
});

// Made by Node.js 24: fzstd only decompresses.
const PACKED = Buffer.from(
  "KLUv/WCiAK0DAGLHGBxga3Vw5tF2RDdanHyzNwQdCNPY4hdjNyNBEOQBz/P/AiS5QggqIWvcAsAWoaxndWQ2Mk4xcrNQkXCNHUU2/A88VaXmC0mmzDQ4flj92opw2xKN3EhrNVuMvIcF4Tar9zGinQQAbUvWOKh0RGFB4msqCg==",
  "base64",
);

test("H4: compressed events are read; one that is damaged, or larger than it says, is reported and nothing else is lost", async () => {
  const client = new Client();
  client.writeAll("s-1", said("e-1", { role: "user", content: "before" }));
  client.database.exec("PRAGMA ignore_check_constraints = ON");
  const pack = (seq: number, bytes: Uint8Array, size: number) =>
    client.database
      .prepare(
        `INSERT INTO transcript_events (session_id, seq, created_at, event_zstd, event_utf8_bytes, navigation_json)
         VALUES ('s-1', ?, 0, ?, ?, '{}')`,
      )
      .run(seq, bytes, size);
  pack(2, PACKED, 418);
  pack(3, PACKED.subarray(0, 60), 418);
  pack(4, PACKED, 100);
  client.write("s-1", 5, said("e-5", { role: "user", content: "behind" }));
  const [batch] = await gathered((await client.session("s-1")).read(undefined));
  expect(batch?.entries.map(({ content }) => content.slice(0, 13))).toEqual(["before", "packed packed", "behind"]);
  expect(batch?.broken.map(({ where }) => where)).toEqual(["event 3", "event 4"]);
});

test("H4: a broken event is reported without its text, and nothing else is lost", async () => {
  const client = new Client();
  const behind = said("e-3", { role: "user", content: "behind" });
  client.writeAll("s-1", said("e-1", { role: "user", content: "before" }), '{"type":"mess', "17", behind);
  const [batch] = await gathered((await client.session("s-1")).read(undefined));
  expect(batch?.entries.map(({ content }) => content)).toEqual(["before", "behind"]);
  const why = "it has not the form that the client writes";
  expect(batch?.broken).toEqual([
    { where: "event 2", why },
    { where: "event 3", why },
  ]);
});

test("H4: read in two steps, from a mark, a history is the same as read in one; then there is nothing new", async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(20), fc.nat(20), async (before, behind) => {
      const client = new Client();
      const event = (n: number) => said(`e-${n}`, { role: n % 2 ? "assistant" : "user", content: `words ${n}` });
      client.writeAll("s-1", ...Array.from({ length: before }, (_, n) => event(n)));
      const session = await client.session("s-1");
      const first = await gathered(session.read(undefined));
      for (let n = before; n < before + behind; n += 1) client.write("s-1", n + 1, event(n));
      const second = await gathered(session.read(first.at(-1)?.mark));
      expect([...entriesIn(first), ...entriesIn(second)]).toEqual(await readWhole(session));
      expect(await gathered(session.read((second.at(-1) ?? first.at(-1))?.mark))).toEqual([]);
    }),
    { numRuns: 15 },
  );
});

test("H4: a transcript that the client has rewritten and renumbered is read again", async () => {
  const client = new Client();
  const generation = (name: string) =>
    client.database.exec(`INSERT OR REPLACE INTO transcript_rewrite_watermarks VALUES ('s-1', '${name}', 0)`);
  generation("one");
  client.writeAll(
    "s-1",
    said("e-1", { role: "user", content: "first" }),
    said("e-2", { role: "user", content: "second" }),
  );
  const session = await client.session("s-1");
  const mark = (await gathered(session.read(undefined))).at(-1)?.mark;
  client.database.exec("DELETE FROM transcript_events WHERE seq > 0");
  client.write("s-1", 1, said("e-9", { role: "user", content: "instead" }));
  generation("two");
  expect(summaries(entriesIn(await gathered(session.read(mark))))).toEqual(["user prompt*: instead"]);
});

test("H4: a long history is read in batches of about a megabyte", async () => {
  const client = new Client();
  const content = "x".repeat(300_000);
  client.writeAll("s-1", ...Array.from({ length: 12 }, (_, n) => said(`e-${n}`, { role: "user", content })));
  const batches = await gathered((await client.session("s-1")).read(undefined));
  expect(entriesIn(batches)).toHaveLength(12);
  expect(Math.max(...batches.map(({ bytes }) => bytes))).toBeLessThan(1_600_000);
});

test("H4: a session knows which one spawned it, was forked, or continues in it", async () => {
  const client = new Client();
  for (const id of ["s-1", "s-2", "s-3", "s-4", "s-5"])
    client.writeAll(id, said(`${id}-e`, { role: "user", content: "hello" }));
  client.window("s-1", "agent:main:main");
  client.window("s-2", "agent:main:subagent:1", { spawnedBy: "agent:main:main", via: "spawn" });
  client.window("s-3", "agent:main:dev", { previous: "s-1" });
  client.window("s-4", "cron:daily", { via: "cron" });
  client.window("s-5", "agent:main:thread:1", { thread: "agent:main:main", via: "channel" });
  const sessions = (await openClawHistory.open(client.path, unheard)) ?? [];
  expect(sessions.map(({ parent }) => parent)).toEqual([
    undefined,
    { key: "s-1", how: "subagent" },
    { key: "s-1", how: "resume" },
    undefined,
    { key: "s-1", how: "fork" },
  ]);
  const prompts = await Promise.all(
    sessions.map(async (session) => (await readWhole(session)).some((e) => e.isPrompt)),
  );
  expect(prompts).toEqual([true, false, true, false, true]);
});

const LINES = [
  header("old-1"),
  ...Array.from({ length: 12 }, (_, n) => said(`e-${n}`, { role: "user", content: `ü ${n}` })),
];
const asText = (events: readonly Event[]): string => events.map((event) => `${JSON.stringify(event)}\n`).join("");

function olderFile(text: string | Uint8Array, name = "old-1.jsonl"): { home: string; path: string } {
  const home = scratchFolder();
  const path = join(home, ".openclaw/agents/main/sessions", name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return { home, path };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test("H4: the older files of lines hold the same events; wherever one is cut off, nothing before the cut is lost", async () => {
  const bytes = Buffer.from(asText(LINES));
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: bytes.indexOf("\n") + 1, max: bytes.length }), async (cut) => {
      const part = bytes.subarray(0, cut);
      const [session] = (await openClawHistory.open(olderFile(part).path, unheard)) ?? [];
      const read = session ? await gathered(session.read(undefined)) : [];
      expect(entriesIn(read)).toHaveLength(part.toString("utf8").split("\n").slice(1).filter(isJson).length);
      expect(read.flatMap(({ broken }) => broken)).toEqual([]);
    }),
    { numRuns: 25 },
  );
});

test("H4: an older file is read on from its mark, and the transcript tailer can continue it", async () => {
  const { path } = olderFile(asText(LINES.slice(0, 5)), "old-1.jsonl.reset.2026-01-01T00-00-00.000Z");
  const [session] = (await openClawHistory.open(path, unheard)) ?? [];
  expect(session).toMatchObject({ key: "old-1", isTranscript: true, cwd: "/home/dev/acme" });
  const first = session ? await gathered(session.read(undefined)) : [];
  appendFileSync(path, asText(LINES.slice(5)));
  const second = session ? await gathered(session.read(first.at(-1)?.mark)) : [];
  expect([entriesIn(first).length, entriesIn(second).length]).toEqual([4, 8]);
});

test("H4: an older file is passed over where the database holds its session", async () => {
  const client = new Client();
  client.writeAll("old-1", said("e-1", { role: "user", content: "hello" }));
  const files = join(client.home, ".openclaw/agents/main/sessions");
  mkdirSync(files);
  writeFileSync(join(files, "old-1.jsonl"), asText(LINES));
  writeFileSync(join(files, "old-2.jsonl"), asText([header("old-2")]));
  const index = {
    "agent:main:main": { sessionId: "old-1" },
    sub: { sessionId: "old-2", spawnedBy: "agent:main:main" },
  };
  writeFileSync(join(files, "sessions.json"), JSON.stringify(index));
  const sessions = await gathered(openClawHistory.find({ userHome: client.home, env: {} }, unheard));
  expect(sessions.map(({ key, isTranscript, parent }) => [key, isTranscript, parent?.key])).toEqual([
    ["old-1", false, undefined],
    ["old-2", true, "old-1"],
  ]);
});

test("H4: where nothing is installed nothing is found, and what is not this client's is not opened", async () => {
  const home = scratchFolder();
  expect(await gathered(openClawHistory.find({ userHome: home, env: {} }, unheard))).toEqual([]);
  const other = join(home, "openclaw-agent.sqlite");
  new DatabaseSync(other).exec("CREATE TABLE transcript_events (id TEXT)");
  writeFileSync(join(home, "other.jsonl"), '{"type":"user"}\n');
  for (const path of [other, join(home, "other.jsonl"), join(home, "missing"), home]) {
    expect(await openClawHistory.open(path, unheard), path).toBeUndefined();
  }
});

test("H4: the client's home and state can be elsewhere, and any of its folders may be named", async () => {
  const client = new Client();
  client.writeAll("s-1", said("e-1", { role: "user", content: "hello" }));
  const foundWith = async (env: NodeJS.ProcessEnv) =>
    (await gathered(openClawHistory.find({ userHome: scratchFolder(), env }, unheard))).length;
  expect(await foundWith({ OPENCLAW_HOME: client.home })).toBe(1);
  expect(await foundWith({ OPENCLAW_STATE_DIR: join(client.home, ".openclaw") })).toBe(1);
  for (const folder of ["", ".openclaw", ".openclaw/agents", ".openclaw/agents/main", ".openclaw/agents/main/agent"]) {
    expect(await openClawHistory.open(join(client.home, folder), unheard), folder).toHaveLength(1);
  }
});

test("H4: an event with a time that is none has that of its row, and such a row hides no other", async () => {
  const NO_TIME = 9_000_000_000_000_000;
  const client = new Client();
  client.writeAll("s-1", said("e-1", { role: "user", content: "one", timestamp: 1e300 }));
  client.database.exec(`UPDATE transcript_events SET created_at = ${NO_TIME} WHERE seq = 0`);
  const garbage = said("e-2", { role: "user", content: "two", timestamp: "garbage" });
  client.write("s-1", 2, garbage);
  client.database.exec(`UPDATE transcript_events SET created_at = ${NO_TIME} WHERE seq = 2`);
  client.write("s-2", 0, said("e-3", { role: "user", content: "three", timestamp: "garbage" }));
  client.database.exec(`UPDATE transcript_events SET created_at = ${NO_TIME} WHERE session_id = 's-2'`);
  const at = new Date(AT + 1).toISOString();
  const entries = await readWhole(await client.session("s-1"));
  expect(entries.map(({ content, createdAt }) => [content, createdAt])).toEqual([
    ["one", at],
    ["two", at],
  ]);
  const [third] = await readWhole(await client.session("s-2"));
  expect(third?.content).toBe("three");
  expect(Date.parse(third?.createdAt ?? "")).toBeGreaterThan(AT);
});
