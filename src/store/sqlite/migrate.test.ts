import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { expect, onTestFinished, test } from "vitest";
import { indexAll, indexBatch, isComplete, nextBatch, search } from "../../../test/store-contract/indexing.ts";
import { aMessage, append, stored } from "../../../test/store-contract/kit.ts";
import { resumePoint } from "../../checkpoints/index.ts";
import { sha256 } from "../../core/index.ts";
import { scratchFolder } from "../../scratch.test-kit.ts";
import { type Migration, migrations, schemaVersion } from "../migrations/index.ts";
import type { MemoryFilter } from "../port/memories.ts";
import { INDEXED } from "../port/passages.ts";
import { openSqliteStore } from "./index.ts";
import { migrate } from "./migrate.ts";
import { openSqlite } from "./open.ts";
import { ask, run } from "./test-kit.ts";

const now = new Date("2026-01-01T00:00:00.000Z");
const following = (sql: string): Migration[] => [...migrations, { number: schemaVersion + 1, sqlite: sql }];
const ADDS_COLUMN = following("ALTER TABLE sessions ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm'");

/** A home's database at today's schema, with a session and a message in it. */
async function filled(): Promise<{ path: string; backups: string }> {
  const folder = scratchFolder();
  const path = join(folder, "throughline.db");
  const { store } = openSqliteStore(path, { now });
  await append(store, (await stored(store, { key: "kept" })).id, aMessage());
  await store.close();
  return { path, backups: join(folder, "backups") };
}

test("migrations are numbered densely from 1", () => {
  expect(migrations.map((step) => step.number)).toEqual(migrations.map((_, index) => index + 1));
});

test("a new database is brought to the newest schema, without a backup of nothing", () => {
  const folder = scratchFolder();
  const { close, migration } = openSqlite(join(folder, "new.db"), { now, backups: join(folder, "backups") });
  onTestFinished(close);
  expect(migration).toEqual({ from: 0, to: schemaVersion, backup: undefined });
  expect(statSync(join(folder, "new.db")).mode & 0o777).toBe(0o600);
});

test("a database that is up to date is opened as it is", async () => {
  const { path, backups } = await filled();
  const { store, migration } = openSqliteStore(path, { now, backups });
  await store.close();
  expect(migration).toEqual({ from: schemaVersion, to: schemaVersion, backup: undefined });
});

test("a step is applied to a filled database, and the former state is in a backup", async () => {
  const { path, backups } = await filled();
  const { close, migration } = openSqlite(path, { now, backups, steps: ADDS_COLUMN });
  await close();
  expect(migration).toMatchObject({ from: schemaVersion, to: schemaVersion + 1 });
  expect(ask(path, "SELECT key, mood FROM sessions")).toEqual([{ key: "kept", mood: "calm" }]);
  const backup = migration.backup ?? "";
  expect(readdirSync(backups)).toHaveLength(1);
  expect(ask(backup, "PRAGMA user_version")).toEqual([{ user_version: schemaVersion }]);
  expect(ask(backup, "SELECT key FROM sessions")).toEqual([{ key: "kept" }]);
  expect(ask(backup, "SELECT count(*) AS n FROM messages")).toEqual([{ n: 1 }]);
  expect(statSync(backups).mode & 0o077).toBe(0);
  expect(statSync(backup).mode & 0o077).toBe(0);
});

test("a step that fails half-way leaves the old schema and everything in it", async () => {
  const { path, backups } = await filled();
  const before = ask(path, "SELECT sql FROM sqlite_schema ORDER BY name");
  const broken = following("ALTER TABLE sessions ADD COLUMN mood TEXT; DELETE FROM messages; SELECT no_such_thing()");
  expect(() => openSqlite(path, { now, backups, steps: broken })).toThrow(/no_such_thing/);
  expect(ask(path, "PRAGMA user_version")).toEqual([{ user_version: schemaVersion }]);
  expect(ask(path, "SELECT sql FROM sqlite_schema ORDER BY name")).toEqual(before);
  expect(ask(path, "SELECT count(*) AS n FROM messages")).toEqual([{ n: 1 }]);
});

test("a migration that failed can be tried again in the same instant", async () => {
  const { path, backups } = await filled();
  for (let attempt = 0; attempt < 2; attempt++)
    expect(() => openSqlite(path, { now, backups, steps: following("SELECT no_such_thing()") })).toThrow(/no_such/);
  const { close, migration } = openSqlite(path, { now, backups, steps: ADDS_COLUMN });
  await close();
  expect(migration.to).toBe(schemaVersion + 1);
});

test("of several steps all are applied, or none", async () => {
  const { path } = await filled();
  const two = [...ADDS_COLUMN, { number: schemaVersion + 2, sqlite: "CREATE TABLE sessions (x)" }];
  expect(() => openSqlite(path, { now, steps: two })).toThrow(/already exists/);
  expect(ask(path, "PRAGMA user_version")).toEqual([{ user_version: schemaVersion }]);
  expect(() => ask(path, "SELECT mood FROM sessions")).toThrow(/no such column/);
});

test("a database of a newer Throughline is refused by name and left as it was, byte for byte", async () => {
  const { path, backups } = await filled();
  run(path, `PRAGMA user_version = ${schemaVersion + 7}`);
  const before = readFileSync(path);
  expect(() => openSqliteStore(path, { now, backups })).toThrow(
    expect.objectContaining({
      code: "store_too_new",
      message: expect.stringMatching(new RegExp(`schema ${schemaVersion + 7}.*knows ${schemaVersion}`)),
    }),
  );
  expect(readFileSync(path).equals(before)).toBe(true);
  expect(readdirSync(join(path, "..")).filter((name) => !name.startsWith("throughline.db"))).toEqual([]);
});

test("the steps run under an exclusive lock: while another writes, a migration waits or gives up whole", async () => {
  const { path } = await filled();
  const writer = new DatabaseSync(path);
  const migrating = new DatabaseSync(path, { timeout: 50 });
  onTestFinished(() => {
    migrating.close();
    writer.close();
  });
  writer.exec("BEGIN IMMEDIATE; UPDATE sessions SET task = 'mine'");
  expect(() => migrate(migrating, { now, steps: ADDS_COLUMN })).toThrow(/locked|busy/);
  writer.exec("COMMIT");
  expect(migrate(migrating, { now, steps: ADDS_COLUMN }).to).toBe(schemaVersion + 1);
  expect(ask(path, "SELECT task, mood FROM sessions")).toEqual([{ task: "mine", mood: "calm" }]);
});

/** A database as version 3 left it, with a little of everything that is indexed today. */
function ofSchema3(): { path: string; backups: string } {
  const folder = scratchFolder();
  const path = join(folder, "throughline.db");
  const database = new DatabaseSync(path);
  migrate(database, { now, steps: migrations.slice(0, 3) });
  database.exec(`
    INSERT INTO sessions (id, key, harness, agent, project_normalized, type, state, started_at, last_activity_at, total_messages, message_head)
      VALUES ('s1', 'k1', 'claude-code', NULL, '/alpha', 'coding', 'active', '2026-01-01', '2026-01-01', 2, 'h2');
    INSERT INTO messages (pk, id, session_id, seq, role, kind, content, created_at, tokens, source_id, hash)
      VALUES (5, 'm1', 's1', 1, 'user', 'prompt', 'redis holds the tokens', '2026-01-01T00:00:01.000Z', 5, 'a', 'h1'),
        (9, 'm2', 's1', 2, 'assistant', 'text', 'redis it is', '2026-01-01T00:00:02.000Z', 3, 'b', 'h2');
    INSERT INTO memories (id, project, content, kind, source, created_at, content_hash, superseded_by)
      VALUES ('f1', '/alpha', 'redis is the store', 'fact', 'user', '2026-01-01T00:00:03.000Z', 'c1', NULL),
        ('f2', '/alpha', 'mongo is the store', 'fact', 'user', '2026-01-01T00:00:01.000Z', 'c2', 'f1');
    INSERT INTO checkpoints (id, session_id, session_key, harness, project_normalized, trigger, digest, prompt_count, created_at, hash, previous_hash)
      VALUES ('c2', 's1', 'k1', 'claude-code', '/alpha', 'periodic', 'redis later', 2, '2026-01-01T00:00:05.000Z', 'x2', 'x1'),
        ('c1', 's1', 'k1', 'claude-code', '/alpha', 'periodic', 'redis early', 1, '2026-01-01T00:00:04.000Z', 'x1', NULL);
  `);
  database.close();
  return { path, backups: join(folder, "backups") };
}

test("M2: a database of schema 3 keeps all it held, and its index is filled from it", async () => {
  const { path, backups } = ofSchema3();
  const { store, migration } = openSqliteStore(path, { now, backups });
  onTestFinished(() => store.close());
  expect(migration).toMatchObject({ from: 3, to: schemaVersion, backup: expect.any(String) });
  expect((await store.messages.list("s1")).map(({ id, content }) => [id, content])).toEqual([
    ["m1", "redis holds the tokens"],
    ["m2", "redis it is"],
  ]);
  const checkpoints = await store.checkpoints.list({ sessionId: "s1" });
  expect(checkpoints.map(({ id, digest, previousHash }) => [id, digest, previousHash])).toEqual([
    ["c2", "redis later", "x1"],
    ["c1", "redis early", null],
  ]);
  expect((await store.memories.list({ withPast: true })).map(({ id, supersededBy }) => [id, supersededBy])).toEqual([
    ["f1", null],
    ["f2", "f1"],
  ]);
  const [, superseded] = await store.memories.byNumber([1, 2]);
  expect(superseded).toMatchObject({ supersededAt: "2026-01-01T00:00:01.000Z" });
  for (const source of INDEXED) expect(await store.passages.progress(source)).toMatchObject({ passages: 0 });
  await indexAll(store);
  expect(await search(store, ["redis"])).toEqual([9, 5]);
  expect(await search(store, ["redis"], { source: "memories", project: "/alpha" })).toEqual([1]);
  // By age, not by the order of the rows.
  expect(await search(store, ["redis"], { source: "checkpoints" })).toEqual([2, 1]);
  expect(await search(store, ["early"], { source: "checkpoints" })).toEqual([1]);
  for (const source of INDEXED) expect(isComplete(await store.passages.progress(source))).toBe(true);
  expect(ask(migration.backup ?? "", "SELECT count(*) AS n FROM checkpoints")).toEqual([{ n: 2 }]);
});

test("M2: a new message of a database that was schema 3 is found before the old ones are", async () => {
  const { path } = ofSchema3();
  const { store } = openSqliteStore(path, { now });
  onTestFinished(() => store.close());
  await append(store, "s1", aMessage({ content: "redis again" }));
  const batch = await nextBatch(store, "messages", 1);
  if (batch) await indexBatch(store, "messages", batch);
  expect(await search(store, ["redis"])).toEqual([10]);
  await indexAll(store);
  expect(await search(store, ["redis"])).toEqual([10, 9, 5]);
});

/** A database as it was before folders could be one project. */
async function ofSchema15(): Promise<string> {
  const path = join(scratchFolder(), "throughline.db");
  const database = new DatabaseSync(path);
  migrate(database, { now, steps: migrations.filter(({ number }) => number <= 15) });
  database.exec(`
    INSERT INTO sessions (id, key, harness, project_normalized, type, state, started_at, last_activity_at)
      VALUES ('s2', 'k2', 'claude-code', '/beta', 'coding', 'complete', '2026-01-02', '2026-01-02'),
        ('s1', 'k1', 'claude-code', '/alpha', 'coding', 'complete', '2026-01-01', '2026-01-01'),
        ('s3', 'k3', 'cli', NULL, 'coding', 'complete', '2026-01-01', '2026-01-01');
    INSERT INTO memories (id, project, content, kind, source, created_at, content_hash)
      VALUES ('f1', '/alpha', 'redis is the store', 'fact', 'user', '2026-01-01T00:00:03.000Z', 'c1'),
        ('f2', NULL, 'tea, not coffee', 'fact', 'user', '2026-01-01T00:00:03.000Z', 'c2'),
        ('f3', '/noted', 'redis again', 'fact', 'user', '2026-01-03T00:00:03.000Z', 'c3');
    INSERT INTO checkpoints (id, session_id, session_key, harness, project_normalized, trigger, digest, prompt_count, created_at, hash)
      VALUES ('c1', 's1', 'k1', 'claude-code', '/alpha', 'periodic', 'redis', 1, '2026-01-01', 'x1');
    INSERT INTO resume_points (project_normalized, checkpoint_id, created_at) VALUES ('/alpha', 'c1', '2026-01-01');
    INSERT INTO scopes (pk, kind, name) VALUES (1, 'project', '/alpha'), (2, 'session', 's1');
    INSERT INTO memories_passages (pk, thread, place, at, start, size, traits, length, terms)
      VALUES (64, 0, 0, 0, 0, 18, 0, 1, x'00');
    INSERT INTO memories_terms (rowid, terms) VALUES (64, 'redis \uE0001\uE000redis \uE0001 \uE000all');
    UPDATE index_progress SET low = 0, high = 3, passages = 1, length = 1 WHERE source = 'memories';
  `);
  database.close();
  return path;
}

test("S1: a database of schema 15 keeps all it held: each path is a project, and the index still knows it", async () => {
  const { store } = openSqliteStore(await ofSchema15(), { now });
  onTestFinished(() => store.close());
  const folders = await store.projects.folders();
  expect(folders.map(({ pk, path, project }) => [pk, path, project])).toEqual([
    [1, "/alpha", 1],
    [2, "/beta", 2],
    [3, "/noted", 3],
  ]);
  const sessionsOf = async (project: string) => (await store.sessions.list({ project })).map(({ id }) => id);
  expect([await sessionsOf("/alpha"), await sessionsOf("/beta")]).toEqual([["s1"], ["s2"]]);
  expect((await store.memories.list({ project: "/alpha" })).map(({ id }) => id)).toEqual(["f1"]);
  expect(await store.memories.list({ withPast: true })).toHaveLength(3);
  expect((await store.checkpoints.list({ project: "/alpha" })).map(({ id }) => id)).toEqual(["c1"]);
  expect(await resumePoint(store, "/alpha")).toBe("c1");
  expect(await search(store, ["redis"], { source: "memories", project: "/alpha" })).toEqual([1]);
  expect(await search(store, ["redis"], { source: "memories", project: "/beta" })).toEqual([]);
});

test("M1: memories of schema 15 are known again by their words and by what they give a value to, forgotten ones by what is left", async () => {
  const path = join(scratchFolder(), "throughline.db");
  const database = new DatabaseSync(path);
  migrate(database, { now, steps: migrations.slice(0, 15) });
  const former = (content: string) => sha256(content.toLowerCase());
  database.exec(`
    INSERT INTO memories (id, content, kind, source, created_at, content_hash, forgotten_at) VALUES
      ('held', 'The port is 8080.', 'fact', 'user', '2026-01-01', '${former("The port is 8080.")}', NULL),
      ('gone', '', 'fact', 'user', '2026-01-01', '${former("Use npm.")}', '2026-01-02')`);
  database.close();
  const { store } = openSqliteStore(path, { now });
  onTestFinished(() => store.close());
  const found = async (filter: MemoryFilter) => {
    const scope = { project: null, agent: null };
    return (await store.memories.list({ ...filter, scope })).map(({ id }) => id);
  };
  expect(await found({ sameWords: "the port is `8080`" })).toEqual(["held"]);
  expect(await found({ sameSlot: "The port is 9090" })).toEqual(["held"]);
  expect(await found({ sameWords: "use npm.", forgottenSince: "2026-01-01" })).toEqual(["gone"]);
});
