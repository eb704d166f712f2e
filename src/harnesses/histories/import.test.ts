import { appendFileSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { provisionalEntries, transcriptCursors } from "../../capture/index.ts";
import { Stage } from "../../engine.test-kit.ts";
import { scratchFolder } from "../../scratch.test-kit.ts";
import { fence } from "../../text/index.ts";

const fixtures = join(import.meta.dirname, "..", "..", "..", "test", "fixtures");
const SESSION = "11111111-2222-4333-8444-555555555555";
const ORIGIN = "00000000-2222-4333-8444-555555555555";

let stage: Stage;
let userHome: string;
beforeEach(async () => {
  stage = await Stage.open();
  onTestFinished(() => stage.engine.close());
  userHome = scratchFolder();
});

async function importAll(paths: readonly string[] = []) {
  const { imports } = stage.engine;
  await imports.start({ paths, place: { userHome, env: {} } });
  while (imports.account.state === "running") await new Promise((resolve) => setImmediate(resolve));
  return imports.account;
}

function put(path: string, ...lines: object[]): string {
  const file = join(userHome, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return file;
}

const minute = (at: number): string => new Date(Date.UTC(2025, 4, 6, 7, at)).toISOString();

/** A line as Claude Code writes it. */
const prompt = (at: number, content: string, fields: object = {}) => ({
  ...{
    type: "user",
    uuid: `u-${at}`,
    sessionId: SESSION,
    timestamp: minute(at),
    cwd: "/gone/project",
    promptId: `p-${at}`,
  },
  message: { role: "user", content },
  ...fields,
});
const reply = (at: number, text: string, fields: object = {}) => ({
  ...{ type: "assistant", uuid: `u-${at}`, sessionId: SESSION, timestamp: minute(at), cwd: "/gone/project" },
  message: {
    role: "assistant",
    model: "claude-test",
    content: [{ type: "text", text }],
    usage: { input_tokens: 1200 },
  },
  ...fields,
});

const transcript = (id: string): string => `.claude/projects/-gone-project/${id}.jsonl`;
const words = async (key: string): Promise<string[]> =>
  (await stage.store.messages.list((await stage.session(key)).id)).map(({ content }) => content);

test("H4: an imported session has the times, project, model and counts of its history, and is complete", async () => {
  put(transcript(SESSION), prompt(1, "Fix the parser."), reply(9, "Done."));
  expect(await importAll()).toMatchObject({ state: "done", sessions: 1, newSessions: 1, messages: 2, brokenCount: 0 });
  expect(await stage.session(SESSION)).toMatchObject({
    ...{ type: "coding", state: "complete", project: "/gone/project", projectNormalized: "/gone/project" },
    ...{ startedAt: minute(1), lastActivityAt: minute(9), endedAt: minute(9), endReason: "imported" },
    ...{ promptCount: 1, totalMessages: 2, model: "claude-test", lastInputTokens: 1200 },
    transcriptPath: join(userHome, transcript(SESSION)),
  });
});

test("H4: a second import adds nothing, a grown file adds what is new, a rewritten one duplicates nothing", async () => {
  const file = put(transcript(SESSION), prompt(1, "one"), reply(2, "two"));
  await importAll();
  expect(await importAll()).toMatchObject({ messages: 0, newSessions: 0, bytesRead: 0 });
  appendFileSync(file, `${JSON.stringify(prompt(3, "three"))}\n`);
  expect(await importAll()).toMatchObject({ messages: 1, newSessions: 0 });
  expect(await stage.session(SESSION)).toMatchObject({ lastActivityAt: minute(3), endedAt: minute(3), promptCount: 2 });
  put(transcript(SESSION), prompt(0, "zero"), prompt(1, "one"), reply(2, "two"), prompt(3, "three"));
  expect(await importAll()).toMatchObject({ messages: 1 });
  expect(await words(SESSION)).toEqual(["one", "two", "three", "zero"]);
});

test("H4: a copy of a known file under another name brings nothing twice", async () => {
  const file = put(transcript(SESSION), prompt(1, "one"), reply(2, "two"));
  await importAll();
  const copy = join(userHome, "backup.jsonl");
  copyFileSync(file, copy);
  expect(await importAll([copy])).toMatchObject({ messages: 0, newSessions: 0 });
});

test.each([
  ["and whose transcript they follow", 2, { transcript_path: "not written yet.jsonl" }],
  ["who tell of no transcript", 1, {}],
])(
  "H4: a session captured by hooks, %s, gains what is missing, doubles nothing, and stays as it is",
  async (_, gained, fields) => {
    await stage.start(SESSION);
    await stage.hook("user-prompt-submit", SESSION, { prompt: "one", prompt_id: "p-1", ...fields });
    put(transcript(SESSION), prompt(1, "one"), reply(2, "two"));
    expect(await importAll()).toMatchObject({ newSessions: 0, messages: gained });
    expect(await words(SESSION)).toEqual(["one", "two"]);
    const session = await stage.session(SESSION);
    expect(session).toMatchObject({ state: "active", endedAt: null, promptCount: 1, startedAt: minute(1) });
    expect(await provisionalEntries(stage.store, session.id)).toEqual([]);
  },
);

test("H4: hooks read on where the import stopped, and the next import where hooks stopped", async () => {
  const file = put(transcript(SESSION), prompt(1, "one"));
  await importAll();
  appendFileSync(file, `${JSON.stringify(reply(2, "two"))}\n`);
  await stage.hook("session-start", SESSION, { source: "resume", transcript_path: file });
  await stage.engine.hooks.idle();
  await stage.end(SESSION);
  expect(await words(SESSION)).toEqual(["one", "two"]);
  expect(await importAll()).toMatchObject({ messages: 0, bytesRead: 0 });
});

test("H4: subagents are sessions of their own below theirs, forks have their origin, compactions are kept as such", async () => {
  put(transcript(ORIGIN), prompt(1, "one", { sessionId: ORIGIN }), reply(2, "two", { sessionId: ORIGIN }));
  put(
    transcript(SESSION),
    prompt(1, "one"),
    reply(2, "two"),
    { type: "system", subtype: "compact_boundary", uuid: "b", sessionId: SESSION, timestamp: minute(3) },
    prompt(4, "The story so far.", { isCompactSummary: true }),
  );
  const sidechain = { isSidechain: true, agentId: "a1" };
  put(`.claude/projects/-gone-project/${SESSION}/subagents/agent-a1.jsonl`, prompt(5, "Look.", sidechain));
  put(".claude/projects/-gone-project/agent-old.jsonl", prompt(6, "Look there.", { ...sidechain, agentId: "old" }));
  expect(await importAll()).toMatchObject({ newSessions: 4 });
  const [session, origin] = [await stage.session(SESSION), await stage.session(ORIGIN)];
  expect(session).toMatchObject({ parentId: origin.id, lineage: "fork", promptCount: 1 });
  for (const agent of ["a1", "old"])
    expect(await stage.session(`${SESSION}/${agent}`)).toMatchObject({ parentId: session.id, lineage: "subagent" });
  const kinds = (await stage.store.messages.list(session.id)).map(({ kind }) => kind);
  expect(kinds).toEqual(["prompt", "text", "boundary", "summary"]);
});

test("H4: a fork that names its origin has it, in whatever order they come, also when the origin comes later", async () => {
  const fork = put(transcript(SESSION), prompt(1, "one", { forkedFrom: { sessionId: ORIGIN, messageUuid: "u-9" } }));
  await importAll([fork]);
  expect((await stage.session(SESSION)).parentId).toBeNull();
  const origin = put(transcript(ORIGIN), prompt(8, "before", { sessionId: ORIGIN }));
  await importAll([fork, origin]);
  expect(await stage.session(SESSION)).toMatchObject({ parentId: (await stage.session(ORIGIN)).id, lineage: "fork" });
});

test("H4: what Throughline itself injected is not imported, our tags in a prompt stay, secrets are redacted, unknown lines are kept", async () => {
  const secret = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
  const given = { type: "hook_additional_context", content: [fence("From the last session.")] };
  const attached = { type: "attachment", uuid: "a", sessionId: SESSION, timestamp: minute(0), attachment: given };
  put(transcript(SESSION), attached, prompt(1, `${fence("My own words.")}\nGo on with token ${secret}`), {
    type: "telepathy",
    uuid: "t",
    sessionId: SESSION,
    timestamp: minute(2),
    thought: "x",
  });
  await importAll();
  const all = await words(SESSION);
  const [message, strange] = all;
  expect(message).toContain("My own words.\n</throughline-context>\nGo on with token [REDACTED]");
  expect(all.join("\n")).not.toContain("From the last session");
  expect(strange).toContain("telepathy");
});

test("H4: broken lines are reported by file and line, and nothing else is lost", async () => {
  const file = put(transcript(SESSION), prompt(1, "one"));
  appendFileSync(file, `{ half a line\n${JSON.stringify(reply(2, "two"))}\n17\n`);
  const { broken, brokenCount, messages } = await importAll();
  expect({ brokenCount, messages }).toEqual({ brokenCount: 2, messages: 2 });
  expect(broken.map(({ path, where }) => [path, where])).toEqual([
    [file, "line 2"],
    [file, "line 4"],
  ]);
  const cursor = await transcriptCursors(stage.store).get(file);
  expect(cursor?.brokenLines).toBe(2);
});

test("H4: a file without messages is no session, and is not offered as a new one", async () => {
  put(
    transcript(SESSION),
    { type: "summary", summary: "A title", leafUuid: "x" },
    { type: "mode", uuid: "m", sessionId: SESSION },
  );
  expect(await stage.engine.imports.survey({ paths: [], place: { userHome, env: {} } })).toEqual([]);
  expect(await importAll()).toMatchObject({ sessions: 0, messages: 0, state: "done" });
});

test("H4: Codex's sessions come from where the user keeps them, archived ones too", async () => {
  stage.clock.advance(365 * 24 * 3_600_000);
  const rollout = join(fixtures, "codex", "codex-rollout-with-compaction.jsonl");
  const codexHome = join(userHome, "elsewhere");
  mkdirSync(join(codexHome, "archived_sessions"), { recursive: true });
  copyFileSync(rollout, join(codexHome, "archived_sessions", "rollout-2026-11-15T01-15-47-x.jsonl"));
  const place = { userHome, env: { CODEX_HOME: codexHome } };
  expect(await stage.engine.imports.survey({ paths: [], place })).toMatchObject([
    { harness: "codex", sessions: 1, newSessions: 1, oldest: "2026-11-15T01:15:47.562Z" },
  ]);
  await stage.engine.imports.start({ paths: [], place });
  await stage.engine.imports.stop();
  await stage.engine.imports.start({ paths: [], place });
  while (stage.engine.imports.account.state === "running") await new Promise((resolve) => setImmediate(resolve));
  const session = await stage.store.sessions.byKey("codex", "01a1dcc6-53e5-7b42-9b1b-0dc2905ea660");
  expect(session).toMatchObject({
    ...{ model: "standin-model", lastInputTokens: 95_000, promptCount: 1, totalMessages: 6 },
    startedAt: "2026-11-15T01:15:47.562Z",
  });
});

test("H4: a subagent and a fork of Codex are recognized by their first line", async () => {
  const rollout = (id: string, fields: object) =>
    put(
      `.codex/sessions/2026/01/02/rollout-2026-01-02T00-00-00-${id}.jsonl`,
      { timestamp: minute(1), type: "session_meta", payload: { id, cwd: "/gone/project", ...fields } },
      {
        ...{ timestamp: minute(2), type: "response_item" },
        payload: {
          type: "message",
          role: "user",
          id: `m-${id}`,
          content: [{ type: "input_text", text: `I am ${id}` }],
        },
      },
    );
  rollout("one", {});
  rollout("fork", { forked_from_id: "one" });
  rollout("sub", { source: { subagent: { thread_spawn: { parent_thread_id: "one", depth: 1 } } } });
  await importAll();
  const of = (key: string) => stage.store.sessions.byKey("codex", key);
  const parentId = (await of("one"))?.id;
  expect(await of("fork")).toMatchObject({ parentId, lineage: "fork" });
  expect(await of("sub")).toMatchObject({ parentId, lineage: "subagent" });
});

test("H4: a subagent's file is the subagent's whatever its path and name", async () => {
  const own = { isSidechain: true, agentId: "a7" };
  put(transcript(SESSION), prompt(1, "Ask somebody."));
  const lines = [prompt(2, "Look into the parser.", own), reply(3, "It has a bug.", own)];
  put(`.claude/projects/-gone-project/${SESSION}/subagents/agent-a7.jsonl`, ...lines);
  await importAll();
  put("backup/subagent.jsonl", ...lines);
  put(`backup/${SESSION}.jsonl`, prompt(1, "Ask somebody."));
  expect(await importAll([join(userHome, "backup")])).toMatchObject({ newSessions: 0, messages: 0 });
  expect(await words(SESSION)).toEqual(["Ask somebody."]);
});

test("H4: a line without content is reported, and one of an unknown form is kept", async () => {
  put(
    transcript(SESSION),
    prompt(1, "one"),
    { ...prompt(2, ""), message: null },
    { ...reply(3, ""), message: { role: "assistant", content: { a: 1 } } },
  );
  expect(await importAll()).toMatchObject({ brokenCount: 1, broken: [{ where: "line 2" }] });
  expect(await words(SESSION)).toEqual(["one", '{"a":1}']);
});

test("H4: a time that has not come yet is no session's: it is as late as now", async () => {
  const later = "2099-01-01T00:00:00.000Z";
  put(transcript(SESSION), prompt(1, "one", { timestamp: later }), reply(2, "two", { timestamp: later }));
  await importAll();
  const now = new Date(stage.engine.services.clock.now()).toISOString();
  expect(await stage.session(SESSION)).toMatchObject({ startedAt: now, lastActivityAt: now, endedAt: now });
  expect(await words(SESSION)).toEqual(["one", "two"]);
});

test("H4: a session that is known gains its project when its history comes to tell it", async () => {
  const head = { sessionId: "gem", projectHash: "h", startTime: minute(1), kind: "main" };
  const message = { id: "m-1", timestamp: minute(2), type: "user", content: "hello" };
  put(".gemini/tmp/acme/chats/session-1.jsonl", head, message);
  await importAll();
  const found = () => stage.store.sessions.byKey("gemini", "gem");
  expect(await found()).toMatchObject({ projectNormalized: null });
  writeFileSync(join(userHome, ".gemini/tmp/acme/.project_root"), "/gone/acme");
  expect(await importAll()).toMatchObject({ messages: 0 });
  expect(await found()).toMatchObject({ projectNormalized: "/gone/acme" });
});

test("H4: an import emits no event for its messages, and leaves no checkpoint due", async () => {
  const emitted: string[] = [];
  stage.engine.services.events.listen(({ type }) => emitted.push(type));
  put(transcript(SESSION), ...Array.from({ length: 30 }, (_, at) => prompt(at, `prompt ${at}`)));
  await importAll();
  await stage.pass(3_600_000);
  expect(emitted).toEqual([]);
  expect(await stage.checkpoints(SESSION)).toEqual([]);
});

test("H4: what was imported of a history stays when the client deletes its file", async () => {
  const file = put(transcript(SESSION), prompt(1, "one"));
  await importAll();
  rmSync(file);
  expect(await importAll()).toMatchObject({ sessions: 0, failures: [] });
  expect(await words(SESSION)).toEqual(["one"]);
});

test("H4: a path that is missing or unreadable is an error that says what to do, and nothing is changed", async () => {
  const { imports } = stage.engine;
  const good = put(transcript(SESSION), prompt(1, "one"));
  const place = { userHome, env: {} };
  const start = (...paths: string[]) => imports.start({ paths, place });
  await expect(start(good, join(userHome, "none.jsonl"))).rejects.toMatchObject({ code: "not_found" });
  await expect(start(good, put("notes.jsonl", { note: 1 }))).rejects.toMatchObject({
    code: "bad_input",
    hint: expect.stringContaining("Claude Code, Codex"),
  });
  await expect(imports.start({ harness: "emacs", paths: [], place })).rejects.toMatchObject({ code: "bad_input" });
  expect((await stage.store.totals()).sessions).toBe(0);
  expect(imports.account.state).toBe("idle");
});
