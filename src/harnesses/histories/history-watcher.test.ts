import { appendFileSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { Stage } from "../../engine.test-kit.ts";
import { scratchFolder } from "../../scratch.test-kit.ts";
import { purgedSessions } from "../../sessions/index.ts";
import type { OpenOptions } from "../../throughline.ts";

const SESSION = "0199a213-81c0-7800-8aa1-bbab2a035a53";
const ROLLOUT = `.codex/sessions/2026/01/01/rollout-2026-01-01T00-00-00-${SESSION}.jsonl`;

let stage: Stage;
let userHome: string;

async function open(options: OpenOptions = {}): Promise<void> {
  stage = await Stage.open(options);
  onTestFinished(() => stage.engine.close());
}

beforeEach(async () => {
  userHome = scratchFolder();
  await open();
});

async function importAll(paths: readonly string[] = []): Promise<void> {
  const { imports } = stage.engine;
  await imports.start({ paths, place: { userHome, env: {} } });
  while (imports.account.state === "running") await new Promise((resolve) => setImmediate(resolve));
}

/** A client writes at the time that the clock shows. */
function written(path: string): string {
  const at = stage.clock.now() / 1000;
  utimesSync(path, at, at);
  return path;
}

function put(path: string, ...lines: object[]): string {
  const file = join(userHome, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return written(file);
}

function add(file: string, ...lines: object[]): void {
  appendFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  written(file);
}

async function aMinuteLater(): Promise<void> {
  stage.clock.advance(60_000);
  await stage.engine.runDueWork();
}

const now = (): string => new Date(stage.clock.now()).toISOString();
const meta = (id = SESSION) => ({
  ...{ timestamp: now(), type: "session_meta" },
  payload: { id, timestamp: now(), cwd: "/projects/alpha", originator: "codex_cli_rs", cli_version: "0.46.0" },
});
const message = (text: string) => ({
  ...{ timestamp: now(), type: "response_item" },
  payload: { type: "message", role: "user", content: [{ type: "input_text", text }] },
});

const words = async (key = SESSION, harness = "codex"): Promise<string[]> => {
  const session = await stage.store.sessions.byKey(harness, key);
  return session ? (await stage.store.messages.list(session.id)).map(({ content }) => content) : [];
};

test("H4: a history that grows, and a new one, are imported automatically after a first import", async () => {
  const file = put(ROLLOUT, meta(), message("Write the parser."));
  await importAll();
  await aMinuteLater();
  stage.clock.advance(5000);
  add(file, message("Now its tests."));
  const other = "0199a213-81c0-7800-8aa1-bbab2a035a54";
  put(ROLLOUT.replace(SESSION, other), meta(other), message("Another thing."));
  await aMinuteLater();
  expect(await words()).toEqual(["Write the parser.", "Now its tests."]);
  expect(await words(other)).toEqual(["Another thing."]);
  await aMinuteLater();
  expect(await words()).toHaveLength(2);
});

test("H4: what one client wrote without hooks is given to the next in the same project", async () => {
  put(ROLLOUT, meta(), message("Write the parser in src/parse.ts."));
  await importAll();
  stage.clock.advance(60_000);
  add(join(userHome, ROLLOUT), message("Next: make src/otter-grammar.ts reject empty rules."));
  await aMinuteLater();
  expect(await stage.start("claude-session")).toContain("src/otter-grammar.ts");
});

test("H4: what could not be stored comes in with the next look, and a look that fails breaks nothing", async () => {
  const file = put(ROLLOUT, meta(), message("Write the parser."));
  await importAll();
  stage.clock.advance(60_000);
  add(file, message("Now its tests."));
  const broken = vi.spyOn(stage.store, "transaction").mockRejectedValue(new Error("the disk is full"));
  await stage.engine.imports.follow();
  broken.mockRestore();
  expect(await words()).toHaveLength(1);

  stage.clock.advance(60_000);
  const unknown = vi.spyOn(stage.store.documents, "list").mockRejectedValueOnce(new Error("the disk is slow"));
  await stage.engine.imports.follow();
  unknown.mockRestore();
  await aMinuteLater();
  expect(await words()).toEqual(["Write the parser.", "Now its tests."]);
  await importAll();
});

test("H4: a client's database is followed by its log, too", async () => {
  const path = join(userHome, ".local/share/opencode/opencode.db");
  mkdirSync(dirname(path), { recursive: true });
  const database = new DatabaseSync(path);
  onTestFinished(() => database.close());
  database.exec(`PRAGMA journal_mode = WAL;
    CREATE TABLE session (id TEXT, parent_id TEXT, directory TEXT, time_created INTEGER);
    CREATE TABLE message (id TEXT, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT);
    CREATE TABLE part (id TEXT, message_id TEXT, session_id TEXT, time_updated INTEGER, data TEXT);
    INSERT INTO session VALUES ('ses_1', NULL, '/projects/alpha', 1767225600000);`);
  const say = (id: string, text: string) => {
    const at = stage.clock.now();
    database.prepare("INSERT INTO message VALUES (?, 'ses_1', ?, ?, ?)").run(`msg_${id}`, at, at, '{"role":"user"}');
    const part = JSON.stringify({ type: "text", text });
    database.prepare("INSERT INTO part VALUES (?, ?, 'ses_1', ?, ?)").run(`prt_${id}`, `msg_${id}`, at, part);
    written(`${path}-wal`);
  };
  say("1", "Write the parser.");
  written(path);
  await importAll();
  await aMinuteLater();
  stage.clock.advance(5000);
  say("2", "Now its tests.");
  await aMinuteLater();
  expect(await words("ses_1", "opencode")).toEqual(["Write the parser.", "Now its tests."]);
});

test("H4: a session that hooks tell of is left to them, and one that was purged stays out", async () => {
  const transcript = (id: string): string => `.claude/projects/-projects-alpha/${id}.jsonl`;
  const prompt = (id: string, text: string) => ({
    ...{ type: "user", uuid: `u-${text}`, sessionId: id, timestamp: now(), cwd: "/projects/alpha", promptId: text },
    message: { role: "user", content: text },
  });
  put(transcript("purged"), prompt("purged", "forget me"));
  await importAll();
  await purgedSessions(stage.store).put({ harness: "claude-code", key: "later", purgedAt: now() });
  await stage.start("live");
  stage.clock.advance(5000);
  put(transcript("live"), prompt("live", "reported by hooks"));
  put(transcript("later"), prompt("later", "never again"));
  await aMinuteLater();
  expect(await words("live", "claude-code")).toEqual([]);
  expect(await words("later", "claude-code")).toEqual([]);
});

test("H4: nothing is followed before there was an import, by a path alone, or where the settings say so", async () => {
  const file = put(ROLLOUT, meta(), message("Write the parser."));
  await aMinuteLater();
  expect(await words()).toEqual([]);
  await importAll([file]);
  stage.clock.advance(5000);
  add(file, message("Now its tests."));
  await aMinuteLater();
  expect(await words()).toEqual(["Write the parser."]);
  expect(await stage.engine.imports.followed()).toEqual([]);

  await open({ config: { import: { follow: false } } });
  await importAll();
  stage.clock.advance(5000);
  add(file, message("And the docs."));
  await aMinuteLater();
  expect(await words()).toEqual(["Write the parser.", "Now its tests."]);
});
