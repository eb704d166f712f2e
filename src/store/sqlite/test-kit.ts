import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { onTestFinished } from "vitest";
import { scratchFolder } from "../../scratch.test-kit.ts";
import { migrations } from "../migrations/index.ts";
import type { Store } from "../port/index.ts";
import { openSqliteStore } from "./index.ts";
import { migrate } from "./migrate.ts";

/** Queries a database file directly, without the store. */
export function ask(path: string, sql: string): Record<string, unknown>[] {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}

export function run(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  try {
    database.exec(sql);
  } finally {
    database.close();
  }
}

/** A database of an earlier schema, filled by this SQL, and brought to today's. */
export function migratedFrom(version: number, sql: string): Store {
  const path = join(scratchFolder(), "throughline.db");
  const now = new Date("2026-01-01T00:00:00.000Z");
  const database = new DatabaseSync(path);
  migrate(database, { now, steps: migrations.filter(({ number }) => number <= version) });
  database.exec(sql);
  database.close();
  const { store } = openSqliteStore(path, { now });
  onTestFinished(() => store.close());
  return store;
}
