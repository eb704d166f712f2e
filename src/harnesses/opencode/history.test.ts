import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync, type DatabaseSyncInstance } from "@photostructure/sqlite";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import type { Entry } from "../../capture/index.ts";
import { sha256 } from "../../core/index.ts";
import { scratchFolder } from "../../scratch.test-kit.ts";
import { ClientDatabase } from "../histories/client-database.ts";
import type { Batch, HistorySession } from "../histories/history-contract.ts";
import { openCodeHistory } from "./history.ts";
import { readSession } from "./read-session.ts";
import { databaseRows } from "./rows.ts";

const unheard = () => {};

const fixture = (name: string): string =>
  readFileSync(join(import.meta.dirname, "../../../test/fixtures/opencode", name), "utf8");
const SCHEMA = fixture("opencode-schema.sql");
const AT = 1_794_705_208_000;
const LONG_AFTER = AT + 86_400_000;

/** A database as the client keeps it, and a client that writes to it. */
class Client {
  readonly path: string;
  readonly database: DatabaseSyncInstance;

  constructor(home = scratchFolder()) {
    this.path = join(home, ".local/share/opencode/opencode.db");
    mkdirSync(dirname(this.path), { recursive: true });
    this.database = new DatabaseSync(this.path);
    this.database.exec(`PRAGMA journal_mode = WAL; PRAGMA foreign_keys = OFF; ${SCHEMA}`);
    onTestFinished(() => this.close());
    this.session("ses_1");
  }

  close(): void {
    if (this.database.isOpen) this.database.close();
  }

  session(id: string, parent: string | null = null): void {
    this.database
      .prepare(
        `INSERT INTO session (id, project_id, parent_id, slug, directory, title, version, time_created, time_updated)
         VALUES (?, 'global', ?, '', '/home/dev/acme', '', '1.18.33', ?, ?)`,
      )
      .run(id, parent, AT, AT);
  }

  message(id: string, created: number, data: object | string, session = "ses_1", updated = created): void {
    const text = typeof data === "string" ? data : JSON.stringify(data);
    const sql =
      "INSERT OR REPLACE INTO message (id, session_id, time_created, time_updated, data) VALUES (?, ?, ?, ?, ?)";
    this.database.prepare(sql).run(id, session, created, updated, text);
  }

  part(id: string, message: string, data: object | string, updated = AT, session = "ses_1"): void {
    const text = typeof data === "string" ? data : JSON.stringify(data);
    const sql =
      "INSERT OR REPLACE INTO part (id, message_id, session_id, time_created, time_updated, data) VALUES (?, ?, ?, ?, ?, ?)";
    this.database.prepare(sql).run(id, message, session, updated, updated, text);
  }

  says(n: number, text: string): void {
    this.message(`msg_${n}u`, AT + n, { role: "user", time: { created: AT + n } });
    this.part(`prt_${n}u`, `msg_${n}u`, { type: "text", text });
  }

  replies(n: number, text: string, isDone = true): void {
    const time = { created: AT + n, ...(isDone && { completed: AT + n }) };
    this.message(`msg_${n}a`, AT + n, { role: "assistant", parentID: "msg_1u", time });
    this.part(`prt_${n}a`, `msg_${n}a`, { type: "text", text }, AT + n);
  }

  async read(mark?: string, now = LONG_AFTER): Promise<Batch[]> {
    const database = ClientDatabase.open(this.path);
    try {
      return await gathered(
        readSession(databaseRows(database), { id: "ses_1", isSubagent: false, startedAt: undefined }, mark, now),
      );
    } finally {
      database.close();
    }
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
const readWhole = async (session: HistorySession | undefined): Promise<Entry[]> =>
  session ? entriesIn(await gathered(session.read(undefined))) : [];

interface Export {
  readonly info: { readonly id: string };
  readonly messages: readonly {
    readonly info: { readonly id: string; readonly time: { readonly created: number } };
    readonly parts: readonly { readonly id: string; readonly messageID: string }[];
  }[];
}

test("H4: a history that OpenCode wrote is read whole: what was said is kept, its bookkeeping is not", async () => {
  const client = new Client();
  const { messages }: Export = JSON.parse(fixture("opencode-export.json"));
  for (const { info, parts } of messages) {
    client.message(info.id, info.time.created, info);
    for (const part of parts) client.part(part.id, part.messageID, part);
  }
  const [session] = (await openCodeHistory.open(client.path, unheard)) ?? [];
  expect(session).toMatchObject({ key: "ses_1", cwd: "/home/dev/acme", startedAt: new Date(AT).toISOString() });
  expect(summaries(await readWhole(session))).toMatchSnapshot();
});

test("H4: a session that the user had the client write to a file is the same as in its database", async () => {
  const path = join(scratchFolder(), "session.json");
  writeFileSync(path, fixture("opencode-export.json"));
  const [session] = (await openCodeHistory.open(path, unheard)) ?? [];
  expect(session).toMatchObject({ key: "ses_e233bcdb6ffeCzrpoRgeOYIM46", cwd: "/home/dev/acme" });
  const read = session ? await gathered(session.read(undefined)) : [];
  expect(summaries(entriesIn(read))).toContain("user prompt*: hello opencode");
  expect(entriesIn(read)).toHaveLength(9);
  expect(session && (await gathered(session.read(read.at(-1)?.mark)))).toEqual([]);
});

test("H4: a call that the model is still writing is no call yet", async () => {
  const client = new Client();
  client.replies(1, "wait");
  const call = (state: object) => ({ type: "tool", tool: "bash", callID: "call_0", state });
  client.part("prt_1t", "msg_1a", call({ status: "pending", input: {}, raw: '{"comm' }));
  expect(summaries(entriesIn(await client.read()))[1]).toContain("assistant other: ");
  client.part("prt_1t", "msg_1a", call({ status: "running", input: { command: "ls" } }));
  expect(summaries(entriesIn(await client.read()))[1]).toBe(
    'assistant tool_use: {"name":"bash","input":{"command":"ls"}}',
  );
});

test("H4: a compaction is a boundary, its summary a summary, and the client's follow-up prompt is not the user's", async () => {
  const client = new Client();
  client.says(1, "hello");
  client.message("msg_2", AT + 2, { role: "user", time: { created: AT + 2 } });
  client.part("prt_2", "msg_2", { type: "compaction", auto: true });
  client.message("msg_3", AT + 3, {
    ...{ role: "assistant", summary: true, mode: "compaction", time: { created: AT + 3, completed: AT + 3 } },
  });
  client.part("prt_3", "msg_3", { type: "text", text: "the story so far" });
  client.message("msg_4", AT + 4, { role: "user", time: { created: AT + 4 } });
  client.part("prt_4", "msg_4", { type: "text", text: "Continue if you have next steps", synthetic: true });
  expect(summaries(entriesIn(await client.read()))).toEqual([
    "user prompt*: hello",
    'system boundary: {"type":"compaction","auto":true}',
    "system summary: the story so far",
    "system attachment: Continue if you have next steps",
  ]);
});

test("H4: what Throughline itself had put into a message is noted as an echo, not kept", async () => {
  const client = new Client();
  client.says(1, "go on");
  const text = "<throughline-context>\nyou were here\n</throughline-context>";
  client.part("prt_0", "msg_1u", { type: "text", text, synthetic: true });
  expect(entriesIn(await client.read())).toMatchObject([{ isEcho: true, content: "" }, { content: "go on" }]);
});

test("H4: a tool's call and answer have its name, its id, their times, and whether it failed; usage counts the cache", async () => {
  const client = new Client();
  const tokens = { input: 1000, output: 20, cache: { read: 200, write: 30 } };
  const time = { created: AT, completed: AT + 9 };
  client.message("msg_1", AT, { role: "assistant", parentID: "msg_0", modelID: "m-1", tokens, time });
  const state = {
    status: "error",
    input: { filePath: "/nope" },
    error: "no such file",
    time: { start: AT + 1, end: AT + 5 },
  };
  client.part("prt_1", "msg_1", { type: "tool", tool: "read", callID: "call_0", state });
  const tool = { toolName: "read", toolUseId: "call_0", turnId: "msg_0" };
  expect(entriesIn(await client.read())).toMatchObject([
    {
      ...{ ...tool, sourceId: "tool_use:prt_1", kind: "tool_use", createdAt: new Date(AT + 1).toISOString() },
      ...{ content: '{"name":"read","input":{"filePath":"/nope"}}', usage: { inputTokens: 1230, model: "m-1" } },
    },
    {
      ...{ ...tool, sourceId: "tool_result:prt_1", kind: "tool_result", createdAt: new Date(AT + 5).toISOString() },
      ...{ content: "no such file", isError: true },
    },
  ]);
});

test("H4: a reply that is still being written is left for next time, and what was typed meanwhile waits its turn", async () => {
  const client = new Client();
  client.says(1, "hello");
  client.replies(2, "I am", false);
  client.says(3, "and another thing");
  const first = await client.read(undefined, AT + 60_000);
  expect(summaries(entriesIn(first))).toEqual(["user prompt*: hello"]);
  client.replies(2, "I am done.");
  const second = await client.read(first.at(-1)?.mark, AT + 120_000);
  expect(summaries(entriesIn(second))).toEqual(["assistant text: I am done.", "user prompt*: and another thing"]);
});

test("H4: a message whose parts are not there yet is left for next time", async () => {
  const client = new Client();
  client.message("msg_1", AT, { role: "user", time: { created: AT } });
  expect(await client.read(undefined, AT + 10)).toEqual([]);
  client.part("prt_1", "msg_1", { type: "text", text: "hello" });
  expect(summaries(entriesIn(await client.read(undefined, AT + 20)))).toEqual(["user prompt*: hello"]);
});

test("H4: a reply that was never finished is read when the session went on without it, or has been quiet for long", async () => {
  const client = new Client();
  client.replies(1, "I was inter", false);
  expect(summaries(entriesIn(await client.read(undefined, AT + 3_600_000)))).toEqual(["assistant text: I was inter"]);
  client.says(2, "go on");
  client.replies(3, "Done.");
  expect(entriesIn(await client.read(undefined, AT + 1000))).toHaveLength(3);
});

test("H4: what is changed behind the mark is found: a tool that came back late, a text that became another", async () => {
  const client = new Client();
  const call = {
    type: "tool",
    tool: "bash",
    callID: "call_0",
    state: { status: "running", input: { command: "sleep 9" } },
  };
  client.replies(1, "first words");
  client.part("prt_1t", "msg_1a", call);
  client.replies(2, "next");
  const first = await client.read(undefined, AT + 60_000);
  expect(summaries(entriesIn(first))).toHaveLength(3);
  const late = AT + 120_000;
  client.part("prt_1t", "msg_1a", { ...call, state: { ...call.state, status: "completed", output: "woke" } }, late);
  client.part("prt_1a", "msg_1a", { type: "text", text: "other words" }, late);
  const known = new Set(entriesIn(first).map(({ sourceId }) => sourceId));
  const second = await client.read(first.at(-1)?.mark, late + 60_000);
  const news = entriesIn(second).filter(({ sourceId }) => !known.has(sourceId));
  expect(summaries(news)).toEqual(["assistant text: other words", "tool tool_result: woke"]);
  expect(await client.read(second.at(-1)?.mark, late + 120_000)).toEqual([]);
});

test("H4: read in two steps, from a mark, a history is the same as read in one", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 30 }), fc.nat(30), async (turns, cut) => {
      const client = new Client();
      const take = (isUser: boolean, n: number) =>
        isUser ? client.says(n, `says ${n}`) : client.replies(n, `replies ${n}`);
      const numbered = turns.map((isUser, n) => [isUser, n] as const);
      for (const [isUser, n] of numbered.slice(0, cut)) take(isUser, n);
      const first = await client.read();
      for (const [isUser, n] of numbered.slice(cut)) take(isUser, n);
      const second = await client.read(first.at(-1)?.mark, LONG_AFTER + 1000);
      expect([...entriesIn(first), ...entriesIn(second)]).toEqual(entriesIn(await client.read()));
      client.close();
    }),
    { numRuns: 20 },
  );
});

test("H4: a broken row is reported, and nothing else is lost, not even the parts of a broken message", async () => {
  const client = new Client();
  client.says(1, "before");
  client.part("prt_1z", "msg_1u", '{"type":"te');
  client.message("msg_2", AT + 2, "not JSON");
  client.part("prt_2", "msg_2", { type: "text", text: "an orphan" });
  client.says(3, "behind");
  const [batch] = await client.read();
  expect(batch && summaries(batch.entries)).toEqual([
    "user prompt*: before",
    'system other: {"type":"text","text":"an orphan"}',
    "user prompt*: behind",
  ]);
  expect(batch?.broken.map(({ where }) => where)).toEqual(["part prt_1z", "message msg_2"]);
});

test("H4: unknown kinds of parts are kept unchanged, and so is what went wrong", async () => {
  const client = new Client();
  const error = { name: "MessageAbortedError", data: { message: "Aborted" } };
  client.message("msg_1", AT, { role: "assistant", error, time: { created: AT } });
  client.part("prt_1", "msg_1", { type: "telepathy", to: "x" });
  client.part("prt_2", "msg_1", { type: "reasoning", text: "let me see" });
  expect(summaries(entriesIn(await client.read()))).toEqual([
    'system other: {"type":"telepathy","to":"x"}',
    "assistant thinking: let me see",
    `system other: ${JSON.stringify(error).slice(0, 60)}`,
  ]);
});

test("H4: a long history is read in batches of about a megabyte", async () => {
  const client = new Client();
  for (let n = 0; n < 12; n += 1) client.says(n, `${n} ${"x".repeat(300_000)}`);
  const batches = await client.read();
  expect(entriesIn(batches)).toHaveLength(12);
  expect(batches.length).toBeGreaterThan(2);
});

const stateOf = (folder: string) => readdirSync(folder).map((name) => [name, sha256(readFileSync(join(folder, name)))]);

test("H4: reading leaves the folder of a client that is not running as it was, to the byte", async () => {
  const client = new Client();
  client.says(1, "hello");
  client.database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  const path = join(scratchFolder(), "opencode.db");
  copyFileSync(client.path, path);
  const before = stateOf(dirname(path));
  const [session] = (await openCodeHistory.open(path, unheard)) ?? [];
  expect(await readWhole(session)).toHaveLength(1);
  expect(stateOf(dirname(path))).toEqual(before);
});

test("H4: a client that begins to work while its history is read is read on from its log", async () => {
  const client = new Client();
  client.says(1, "x".repeat(1_200_000));
  client.database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  const path = join(scratchFolder(), "opencode.db");
  copyFileSync(client.path, path);
  const [session] = (await openCodeHistory.open(path, unheard)) ?? [];
  const reading = session?.read(undefined)[Symbol.asyncIterator]();
  await reading?.next();
  const writer = new DatabaseSync(path);
  onTestFinished(() => writer.close());
  writer.exec(`INSERT INTO message VALUES ('msg_2', 'ses_1', ${AT + 2}, ${AT + 2}, '{"role":"user"}')`);
  writer.exec(`INSERT INTO part VALUES ('prt_2', 'msg_2', 'ses_1', 0, 0, '{"type":"text","text":"just now"}')`);
  const next = await reading?.next();
  expect(next?.value && summaries(next.value.entries)).toEqual(["user prompt*: just now"]);
});

test("H4: a client at work is read with what it has just written, and can write meanwhile", async () => {
  const client = new Client();
  client.says(1, "hello");
  const [session] = (await openCodeHistory.open(client.path, unheard)) ?? [];
  client.database.exec("BEGIN IMMEDIATE");
  client.says(2, "not yet");
  expect(summaries(await readWhole(session))).toEqual(["user prompt*: hello"]);
  client.database.exec("COMMIT");
  expect(await readWhole(session)).toHaveLength(2);
});

test("H4: where the client's log cannot be opened in its place, a copy is read and cleared away", async () => {
  const temporary = scratchFolder();
  const client = new Client();
  client.says(1, "hello");
  const elsewhere = join(scratchFolder(), "opencode.db");
  for (const suffix of ["", "-wal"]) writeFileSync(elsewhere + suffix, readFileSync(client.path + suffix));
  // As in a read-only folder: SQLite cannot create the file that it needs next to the log.
  mkdirSync(`${elsewhere}-shm`);
  const before = process.env.TMPDIR;
  process.env.TMPDIR = temporary;
  onTestFinished(() => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  });
  const [session] = (await openCodeHistory.open(elsewhere, unheard)) ?? [];
  expect(summaries(await readWhole(session))).toEqual(["user prompt*: hello"]);
  expect(readdirSync(temporary)).toEqual([]);
});

test("H4: a session that another sent out is its subagent, and its first words are no prompt of the user's", async () => {
  const client = new Client();
  client.session("ses_2", "ses_1");
  client.message("msg_1", AT, { role: "user", time: { created: AT } }, "ses_2");
  client.part("prt_1", "msg_1", { type: "text", text: "look around" }, AT, "ses_2");
  const child = (await openCodeHistory.open(client.path, unheard))?.find(({ key }) => key === "ses_2");
  expect(child?.parent).toEqual({ key: "ses_1", how: "subagent" });
  expect(summaries(await readWhole(child))).toEqual(["user text: look around"]);
});

function writeFiles(storage: string, session: string): void {
  const put = (path: string, data: object) => {
    mkdirSync(dirname(join(storage, path)), { recursive: true });
    writeFileSync(join(storage, `${path}.json`), JSON.stringify(data));
  };
  put(`session/global/${session}`, { id: session, directory: "/home/dev/acme", time: { created: AT } });
  put(`message/${session}/msg_b`, { id: "msg_b", role: "user", time: { created: AT } });
  put(`message/${session}/msg_a`, { id: "msg_a", role: "assistant", time: { created: AT + 1, completed: AT + 2 } });
  put("part/msg_b/prt_1", { id: "prt_1", type: "text", text: "hello" });
  put("part/msg_a/prt_2", { id: "prt_2", type: "text", text: "Done." });
}

test("H4: the older storage, a file for each part, is read too, but no session twice", async () => {
  const home = scratchFolder();
  const client = new Client(home);
  writeFiles(join(dirname(client.path), "storage"), "ses_1");
  expect(await gathered(openCodeHistory.find({ userHome: home, env: {} }, unheard))).toHaveLength(1);
  writeFiles(join(dirname(client.path), "storage"), "ses_0");
  const old = (await gathered(openCodeHistory.find({ userHome: home, env: {} }, unheard))).find(
    ({ key }) => key === "ses_0",
  );
  expect(summaries(await readWhole(old))).toEqual(["user prompt*: hello", "assistant text: Done."]);
  const mark = old && (await gathered(old.read(undefined))).at(-1)?.mark;
  expect(old && (await gathered(old.read(mark)))).toEqual([]);
  // As unreadable as can be, also to those who may read everything.
  mkdirSync(join(dirname(client.path), "storage/part/msg_a/prt_3.json"));
  const [batch] = old ? await gathered(old.read(undefined)) : [];
  expect([batch?.entries.length, batch?.broken.map(({ where }) => where)]).toEqual([2, ["part prt_3"]]);
});

test("H4: where nothing is installed nothing is found, and what is not this client's is not opened", async () => {
  const home = scratchFolder();
  expect(await gathered(openCodeHistory.find({ userHome: home, env: {} }, unheard))).toEqual([]);
  const other = join(home, "opencode.db");
  new DatabaseSync(other).exec("CREATE TABLE session (id TEXT)");
  writeFileSync(join(home, "text.db"), "not a database");
  for (const path of [other, join(home, "text.db"), join(home, "missing.db"), home]) {
    expect(await openCodeHistory.open(path, unheard), path).toBeUndefined();
  }
});

test("H4: the client's data can be elsewhere, and its folder may be named", async () => {
  const client = new Client();
  const data = dirname(dirname(client.path));
  expect(
    await gathered(openCodeHistory.find({ userHome: scratchFolder(), env: { XDG_DATA_HOME: data } }, unheard)),
  ).toHaveLength(1);
  expect(await openCodeHistory.open(join(data, "opencode"), unheard)).toHaveLength(1);
  const named = { OPENCODE_DB: client.path };
  expect(await gathered(openCodeHistory.find({ userHome: scratchFolder(), env: named }, unheard))).toHaveLength(1);
  const both = { XDG_DATA_HOME: data, OPENCODE_DB: client.path };
  expect(await gathered(openCodeHistory.find({ userHome: scratchFolder(), env: both }, unheard))).toHaveLength(1);
});

test("H4: a row with a time that is none keeps its words and its place, and hides no other", async () => {
  const client = new Client();
  client.says(1, "one");
  client.message("msg_2u", AT + 2, { role: "user", time: { created: 1e300 } });
  client.part("prt_2u", "msg_2u", { type: "text", text: "two", time: { start: 1e300 } });
  client.database.exec(`INSERT INTO message (id, session_id, time_created, time_updated, data)
    VALUES ('msg_3u', 'ses_1', 'garbage', 'garbage', '{"role":"user","error":{"name":"lost"},"time":{"completed":1e300}}')`);
  client.part("prt_3u", "msg_3u", { type: "text", text: "three" });
  client.message("msg_0u", -5, { role: "user" });
  client.part("prt_0u", "msg_0u", { type: "text", text: "zero" });
  const batches = await client.read();
  const at = (n: number) => new Date(AT + n).toISOString();
  expect(entriesIn(batches).map(({ content, createdAt }) => [content, createdAt])).toEqual([
    ["zero", new Date(LONG_AFTER).toISOString()],
    ["one", at(1)],
    ["two", at(2)],
    ["three", at(2)],
    ['{"name":"lost"}', at(2)],
  ]);
  expect(batches.flatMap(({ broken }) => broken)).toEqual([]);
  expect(await client.read(batches.at(-1)?.mark)).toEqual([]);
  const [session] = (await openCodeHistory.open(client.path, unheard)) ?? [];
  expect(session).toMatchObject({ key: "ses_1", startedAt: new Date(AT).toISOString() });
});
