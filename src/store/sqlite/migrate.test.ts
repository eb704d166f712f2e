import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { expect, onTestFinished, test } from "vitest";
import { scratchFolder } from "../../scratch.test-kit.ts";
import { aMessage, append, stored } from "../contract/kit.ts";
import { type Migration, migrations, schemaVersion } from "../migrations/index.ts";
import { openSqliteStore } from "./index.ts";
import { migrate } from "./migrate.ts";
import { openSqlite } from "./open.ts";
import { ask, run } from "./test-kit.ts";

const now = new Date("2026-01-01T00:00:00.000Z");
const following = (sql: string): Migration[] => [
  ...migrations,
  { number: schemaVersion + 1, name: "artificial", sqlite: sql },
];
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

test("a step is applied to a filled database, and what was before lies in a backup", async () => {
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
  const two = [...ADDS_COLUMN, { number: schemaVersion + 2, name: "broken", sqlite: "CREATE TABLE sessions (x)" }];
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
