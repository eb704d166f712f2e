import { appendFileSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Entry } from "../../capture/index.ts";
import { sha256 } from "../../core/index.ts";
import { scratchFolder } from "../../scratch.test-kit.ts";
import type { Batch, HistorySession } from "../histories/history-contract.ts";
import { geminiHistory } from "./history.ts";

const unheard = () => {};

const SAMPLE = readFileSync(
  join(import.meta.dirname, "../../../test/fixtures/gemini/gemini-with-resume-and-compression.jsonl"),
  "utf8",
);
const SAMPLE_LINES = SAMPLE.trimEnd().split("\n");
const AT = "2026-11-15T01:20:27.752Z";

const headerLine = JSON.stringify({ sessionId: "s-1", projectHash: "h", startTime: AT, kind: "main" });
const line = (id: string, type: string, content: unknown, more: object = {}) =>
  JSON.stringify({ id, timestamp: AT, type, content, ...more });
const asFile = (...lines: string[]) => `${[headerLine, ...lines].join("\n")}\n`;

const hello = line("m-1", "user", "hello");

function chatsOf(home: string, project = "acme"): string {
  const chats = join(home, ".gemini", "tmp", project, "chats");
  mkdirSync(chats, { recursive: true });
  return chats;
}

function sessionFile(text: string, name = "session-2026-11-15T01-20-7ab35afa.jsonl"): string {
  const path = join(chatsOf(scratchFolder()), name);
  writeFileSync(path, text);
  return path;
}

async function opened(path: string): Promise<HistorySession> {
  const sessions = await geminiHistory.open(path, unheard);
  if (sessions?.[0] === undefined) throw new Error("not recognised");
  return sessions[0];
}

async function batches(session: HistorySession, mark?: string): Promise<Batch[]> {
  const read: Batch[] = [];
  for await (const batch of session.read(mark)) read.push(batch);
  return read;
}

const entriesIn = (read: readonly Batch[]): Entry[] => read.flatMap(({ entries }) => entries);
const readAll = async (text: string): Promise<Entry[]> => entriesIn(await batches(await opened(sessionFile(text))));

/** As the ledger takes them: each id once. */
const once = (entries: readonly Entry[]): Entry[] =>
  entries.filter((entry, at) => entries.findIndex(({ sourceId }) => sourceId === entry.sourceId) === at);

const summaries = (entries: readonly Entry[]) =>
  once(entries).map(
    (entry) => `${entry.role} ${entry.kind}${entry.isPrompt ? "*" : ""}: ${entry.content.slice(0, 60)}`,
  );

async function found(userHome: string, env = {}): Promise<HistorySession[]> {
  const sessions: HistorySession[] = [];
  for await (const session of geminiHistory.find({ userHome, env }, unheard)) sessions.push(session);
  return sessions;
}

test("H4: a history that Gemini CLI wrote is read whole, each thing once, whatever was resumed and compressed", async () => {
  expect(summaries(await readAll(SAMPLE))).toMatchSnapshot();
});

test("H4: what a compression replaced stays, and its summary comes after a boundary", async () => {
  const entries = once(await readAll(SAMPLE));
  const kinds = entries.map(({ kind }) => kind);
  const summary = kinds.indexOf("summary");
  expect(kinds[summary - 1]).toBe("boundary");
  expect(entries.slice(0, summary).filter(({ isPrompt }) => isPrompt)).toHaveLength(3);
  // The prompt that the compression kept is written a second time, under another id.
  expect(entries.filter(({ content }) => content === "Read the whole log.")).toHaveLength(1);
});

test("H4: a prompt is what the user typed: neither what hooks put before it nor the files that it refers to", async () => {
  const content = [
    { text: "<hook_context>from another hook</hook_context>\n\nlook at @a.ts" },
    { text: "\n--- Content from referenced files ---" },
    { text: "\nContent from @a.ts:\nexport const a = 1;" },
  ];
  const entries = await readAll(asFile(line("m-1", "user", content)));
  expect(summaries(entries)).toEqual([
    "system attachment: <hook_context>from another hook</hook_context>",
    "user prompt*: look at @a.ts",
    expect.stringContaining("user attachment: \n--- Content from referenced files ---"),
  ]);
});

test("H4: what Throughline itself had put into a prompt is noted as an echo, not kept", async () => {
  const echo =
    "<hook_context>&lt;throughline-context&gt;\nyou were here\n&lt;/throughline-context&gt;</hook_context>\n\ngo on";
  const entries = await readAll(asFile(line("m-1", "user", [{ text: echo }])));
  expect(entries).toMatchObject([
    { isEcho: true, content: "" },
    { kind: "prompt", content: "go on" },
  ]);
});

test("H4: a tool's call and its answer have its name, its id, and whether it failed; usage is what the model was sent", async () => {
  const call = {
    ...{ id: "t-1", name: "read_file", args: { file_path: "/nope" }, status: "error" },
    result: [{ functionResponse: { id: "t-1", name: "read_file", response: { error: "no such file" } } }],
  };
  const tokens = { input: 1234, output: 5, cached: 200, total: 1239 };
  const entries = await readAll(
    asFile(line("m-1", "gemini", "", { toolCalls: [call], tokens, model: "gemini-2.5-pro" })),
  );
  expect(entries).toMatchObject([
    {
      ...{ sourceId: "tool_use:t-1", role: "assistant", kind: "tool_use", toolName: "read_file", toolUseId: "t-1" },
      usage: { inputTokens: 1234, model: "gemini-2.5-pro" },
    },
    { sourceId: "tool_result:t-1", role: "tool", kind: "tool_result", content: "no such file", isError: true },
  ]);
});

test("H4: the last version of a rewritten message counts, and earlier ones are kept without a speaker", async () => {
  const entries = await readAll(
    asFile(
      line("m-1", "user", "hel"),
      line("m-2", "gemini", "par", { thoughts: [{ description: "hm" }] }),
      line("m-1", "user", "hello"),
      line("m-2", "gemini", "partial"),
      line("m-3", "user", "go on"),
      line("m-2", "gemini", "partial then whole"),
    ),
  );
  expect(summaries(entries)).toEqual([
    "system other: hel",
    // Nothing else tells this.
    "assistant thinking: hm",
    "system other: par",
    "user prompt*: hello",
    "system other: partial",
    "user prompt*: go on",
    "assistant text: partial then whole",
  ]);
});

test("H4: a message that is rewritten with more text, or with the first again, is stored once", async () => {
  const call = { id: "t-1", name: "ls", status: "success", result: "a.ts" };
  const entries = await readAll(
    asFile(
      line("m-1", "gemini", "I look."),
      line("m-1", "gemini", "I look.", { toolCalls: [call] }),
      line("m-2", "gemini", "There is one."),
      line("m-2", "gemini", "There are none."),
      line("m-2", "gemini", "There is one."),
    ),
  );
  expect(summaries(entries)).toEqual([
    "assistant text: I look.",
    'assistant tool_use: {"name":"ls"}',
    "tool tool_result: a.ts",
    "assistant text: There is one.",
    "system other: There are none.",
  ]);
});

test("H4: a message that a whole new list has in other words is the list's", async () => {
  const set = (...messages: string[]) => `{"$set":{"messages":[${messages.join(",")}]}}`;
  const said = [line("m-1", "user", "hello"), line("m-2", "gemini", "draft")];
  const entries = await readAll(
    asFile(...said, set(line("m-1", "user", "hello"), line("m-2", "gemini", "fair copy"), line("m-3", "gemini", "an"))),
  );
  expect(summaries(entries)).toEqual([
    "user prompt*: hello",
    "system other: draft",
    "assistant text: fair copy",
    "assistant text: an",
  ]);
});

test("H4: a message that is rewritten after its batch still has its last text", async () => {
  const long = "x".repeat(600_000);
  const entries = await readAll(
    asFile(
      line("m-1", "gemini", `par ${long}`),
      line("m-1", "gemini", `partial ${long}`),
      line("m-1", "gemini", `all ${long}`),
    ),
  );
  expect(summaries(entries).map((text) => text.slice(0, 22))).toEqual([
    "system other: par xxxx",
    "system other: partial ",
    "assistant text: all xx",
  ]);
});

test("H4: a line whose time cannot be read has that of the one before, or of the file", async () => {
  const times = async (text: string) => (await readAll(text)).map(({ createdAt }) => createdAt);
  const garbage = { timestamp: "2026-02-30T25:61:00Z" };
  const later = "2026-11-15T03:00:00.000Z";
  const lines = [
    line("m-1", "user", "one", garbage),
    line("m-2", "gemini", "two", { timestamp: later }),
    line("m-3", "user", "three", { timestamp: "garbage" }),
    '{"telepathy":1}',
  ];
  expect(await times(asFile(...lines))).toEqual([AT, later, later, later]);
  const headless = `{"sessionId":"s","projectHash":"h","startTime":"garbage"}\n${lines[0]}\n`;
  const path = sessionFile(headless);
  utimesSync(path, new Date(AT), new Date(AT));
  const session = await opened(path);
  expect(session.startedAt).toBeUndefined();
  expect(entriesIn(await batches(session)).map(({ createdAt }) => createdAt)).toEqual([AT]);
});

test("H4: the same prompt twice is two prompts", async () => {
  const entries = await readAll(asFile(line("m-1", "user", "continue"), line("m-2", "user", "continue")));
  expect(once(entries).map(({ content }) => content)).toEqual(["continue", "continue"]);
});

test("H4: thoughts are kept as such and are known again when the client repeats them", async () => {
  const thoughts = [{ subject: "Plan", description: "read the file" }];
  const repeated = {
    id: "m-1",
    type: "gemini",
    content: [{ text: "**Plan** read the file", thought: true }, { text: "Done." }],
  };
  const set = JSON.stringify({ $set: { messages: [repeated] } });
  const entries = await readAll(asFile(line("m-1", "gemini", "Done.", { thoughts }), set));
  expect(summaries(entries)).toEqual(["assistant thinking: **Plan** read the file", "assistant text: Done."]);
});

test("H4: an unknown kind of line, message or change is kept unchanged", async () => {
  const lines = [
    '{"$rewindTo":"m-1"}',
    '{"telepathy":1}',
    '{"$set":{"mood":"fine"}}',
    line("m-2", "error", "quota exceeded"),
  ];
  expect(summaries(await readAll(asFile(...lines)))).toEqual([
    'system other: {"$rewindTo":"m-1"}',
    'system other: {"telepathy":1}',
    'system other: {"$set":{"mood":"fine"}}',
    "system other: quota exceeded",
  ]);
});

test("H4: a broken line is reported with its number and without its text, and nothing else is lost", async () => {
  const text = asFile(line("m-1", "user", "before"), '{"id":"m-2","secret', "17", line("m-3", "user", "behind"));
  const [batch] = await batches(await opened(sessionFile(text)));
  expect(batch?.entries.map(({ content }) => content)).toEqual(["before", "behind"]);
  expect(batch?.broken).toEqual([
    { where: "line 3", why: "it is not JSON" },
    { where: "line 4", why: "it has not the form that the client writes" },
  ]);
});

test("H4: wherever the file is cut off, nothing before the cut is lost", async () => {
  const whole = await readAll(SAMPLE);
  const bytes = Buffer.from(SAMPLE);
  const head = SAMPLE.indexOf("\n") + 1;
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: head, max: bytes.length }), async (cut) => {
      const part = bytes.subarray(0, cut);
      const complete = part.subarray(0, part.lastIndexOf("\n") + 1).toString("utf8");
      const path = sessionFile(part.toString("latin1"));
      writeFileSync(path, part);
      const read = await batches(await opened(path));
      expect(read.flatMap(({ broken }) => broken)).toEqual([]);
      expect(entriesIn(read)).toEqual(whole.slice(0, (await readAll(complete)).length));
    }),
    { numRuns: 40 },
  );
});

test("H4: read in two steps, from a mark, a history is the same as read in one", async () => {
  const whole = await readAll(SAMPLE);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: SAMPLE_LINES.length }), async (count) => {
      const path = sessionFile(`${SAMPLE_LINES.slice(0, count).join("\n")}\n`);
      const session = await opened(path);
      const first = await batches(session);
      appendFileSync(path, `${SAMPLE_LINES.slice(count).join("\n")}\n`);
      const second = await batches(session, first.at(-1)?.mark);
      expect([...entriesIn(first), ...entriesIn(second)]).toEqual(whole);
    }),
    { numRuns: 42 },
  );
});

test("H4: with nothing new behind its mark a history is not read again", async () => {
  const session = await opened(sessionFile(SAMPLE));
  const mark = (await batches(session)).at(-1)?.mark;
  expect(await batches(session, mark)).toEqual([]);
});

test("H4: a long history is read in batches of about a megabyte", async () => {
  const long = "x".repeat(300_000);
  const read = await batches(
    await opened(sessionFile(asFile(...Array.from({ length: 12 }, (_, n) => line(`m-${n}`, "user", `${n} ${long}`))))),
  );
  expect(entriesIn(read)).toHaveLength(12);
  expect(Math.max(...read.map(({ bytes }) => bytes))).toBeLessThan(2_500_000);
});

test("H4: the older form, one JSON text, is read too, and again only when it was rewritten", async () => {
  const record = {
    ...{ sessionId: "old-1", projectHash: "h", startTime: AT, lastUpdated: AT },
    messages: [
      { id: "m-1", timestamp: AT, type: "user", content: "hello" },
      { id: "m-2", timestamp: AT, type: "gemini", content: "Done.", tokens: { input: 10 }, model: "gemini-2.5-flash" },
    ],
  };
  const path = sessionFile(JSON.stringify(record, null, 2), "session-2025-09-01T10-00-old1.json");
  const session = await opened(path);
  expect(session).toMatchObject({ key: "old-1", startedAt: AT });
  const read = await batches(session);
  expect(summaries(entriesIn(read))).toEqual(["user prompt*: hello", "assistant text: Done."]);
  expect(await batches(session, read.at(-1)?.mark)).toEqual([]);
  record.messages.push({ id: "m-3", timestamp: AT, type: "user", content: "more" } as never);
  writeFileSync(path, JSON.stringify(record, null, 2));
  expect(summaries(entriesIn(await batches(session, read.at(-1)?.mark)))).toContain("user prompt*: more");
});

test("H4: a session of the older form that the client has rewritten as a log is found once", async () => {
  const home = scratchFolder();
  writeFileSync(
    join(chatsOf(home), "session-a.json"),
    JSON.stringify({ sessionId: "s-1", projectHash: "h", messages: [] }),
  );
  writeFileSync(join(chatsOf(home), "session-a.jsonl"), asFile(hello));
  expect((await found(home)).map(({ path }) => path.split("/").at(-1))).toEqual(["session-a.jsonl"]);
});

test("H4: a session's folder is the one noted next to it, or the one whose hash it names", async () => {
  const home = scratchFolder();
  writeFileSync(join(chatsOf(home, "noted"), "session-a.jsonl"), asFile(hello));
  writeFileSync(join(home, ".gemini/tmp/noted/.project_root"), "/home/dev/noted\n");
  const hash = sha256("/home/dev/hashed");
  const hashed = JSON.stringify({ sessionId: "s-2", projectHash: hash, startTime: AT });
  writeFileSync(join(chatsOf(home, hash), "session-b.jsonl"), `${hashed}\n${hello}\n`);
  writeFileSync(join(home, ".gemini/projects.json"), JSON.stringify({ projects: { "/home/dev/hashed": "hashed" } }));
  const folders = new Map((await found(home)).map(({ key, cwd }) => [key, cwd]));
  expect(Object.fromEntries(folders)).toEqual({ "s-1": "/home/dev/noted", "s-2": "/home/dev/hashed" });
});

test("H4: a file without messages, as the client creates at each resume, is no session; a broken one is", async () => {
  const home = scratchFolder();
  const environment = { id: "m-0", type: "user", content: [{ text: "<session_context>\nThis is the Gemini CLI." }] };
  const set = JSON.stringify({ $set: { messages: [environment] } });
  writeFileSync(join(chatsOf(home), "session-a.jsonl"), asFile(set));
  expect(await found(home)).toEqual([]);
  writeFileSync(join(chatsOf(home), "session-b.jsonl"), asFile(set, hello));
  writeFileSync(join(chatsOf(home), "session-c.jsonl"), asFile(set, "{"));
  expect(await found(home)).toHaveLength(2);
});

test("H4: a subagent's session is its parent's, and its first words are no prompt of the user's", async () => {
  const home = scratchFolder();
  const folder = join(chatsOf(home), "s-1");
  mkdirSync(folder);
  const head = JSON.stringify({ sessionId: "sub-1", projectHash: "h", startTime: AT, kind: "subagent" });
  writeFileSync(join(folder, "sub-1.jsonl"), `${head}\n${line("m-1", "user", "look around")}\n`);
  const [session] = await found(home);
  expect(session).toMatchObject({ key: "sub-1", parent: { key: "s-1", how: "subagent" } });
  expect(session && summaries(entriesIn(await batches(session)))).toEqual(["user text: look around"]);
});

test("H4: where nothing is installed nothing is found, and what is not this client's is not opened", async () => {
  const home = scratchFolder();
  expect(await found(home)).toEqual([]);
  const path = join(home, "session-2026-11-15T01-20-7ab35afa.jsonl");
  writeFileSync(path, '{"type":"user","uuid":"u"}\n');
  expect(await geminiHistory.open(path, unheard)).toBeUndefined();
  expect(await geminiHistory.open(join(home, "missing.jsonl"), unheard)).toBeUndefined();
  expect(await geminiHistory.open(home, unheard)).toBeUndefined();
});

test("H4: the client's home can be elsewhere, and its whole folder may be named", async () => {
  const home = scratchFolder();
  writeFileSync(join(chatsOf(home), "session-a.jsonl"), asFile(hello));
  expect(await found(scratchFolder(), { GEMINI_CLI_HOME: home })).toHaveLength(1);
  for (const named of ["", ".gemini", ".gemini/tmp", ".gemini/tmp/acme", ".gemini/tmp/acme/chats"]) {
    expect(await geminiHistory.open(join(home, named), unheard), named).toHaveLength(1);
  }
});

const environment = (text: string) => ({
  ...{ id: "m-0", timestamp: "2026-01-02T03:04:05.000Z", type: "user" },
  content: [
    { text: `<session_context>\nThis is the Gemini CLI. We are setting up the context for our chat.\n${text}` },
  ],
});
const logOf = (...lines: object[]): string =>
  [{ sessionId: "s", projectHash: "h", kind: "main" }, ...lines].map((line) => `${JSON.stringify(line)}\n`).join("");

test("H4: the client's message to its model names the folder where nothing else does", async () => {
  expect((await opened(sessionFile(SAMPLE))).cwd).toBe("/home/dev/acme");
  const older = environment("I'm currently working in the directory: /gone/acme\nHere is its structure:");
  expect((await opened(sessionFile(logOf(older)))).cwd).toBe("/gone/acme");
  const record = JSON.stringify({ sessionId: "s", projectHash: "h", messages: [older] });
  expect((await opened(sessionFile(record, "session-old.json"))).cwd).toBe("/gone/acme");
  const several = environment(
    "- **Workspace Directories:**\n  - /gone/lib\n  - /gone/acme\n- **Directory Structure:**\n",
  );
  expect((await opened(sessionFile(logOf(several)))).cwd).toBe("/gone/lib");
  const hashed = logOf(several).replace('"h"', JSON.stringify(sha256("/gone/acme")));
  expect((await opened(sessionFile(hashed))).cwd).toBe("/gone/acme");
});

test("H4: other messages about folders name none", async () => {
  const said = { id: "m-1", type: "user", content: [{ text: "hello" }] };
  const pasted = environment("- **Workspace Directories:**\n  - /etc\n");
  expect((await opened(sessionFile(logOf(said, pasted)))).cwd).toBeUndefined();
  expect((await opened(sessionFile(logOf({ ...pasted, type: "gemini" })))).cwd).toBeUndefined();
  const relative = environment("- **Workspace Directories:**\n  - acme\n");
  expect((await opened(sessionFile(logOf(relative)))).cwd).toBeUndefined();
});
