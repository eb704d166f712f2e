import { existsSync, renameSync, statSync } from "node:fs";
import { DatabaseSync, type DatabaseSyncInstance } from "@photostructure/sqlite";
import { CamelCasePlugin, Kysely } from "kysely";
import { makePrivate } from "../../core/index.ts";
import type { Schema } from "../schema.ts";
import { sqliteDialect } from "./dialect.ts";
import { freeFileName } from "./free-file-name.ts";
import { type MigrationOptions, type MigrationReport, migrate } from "./migrate.ts";
import { readPragma } from "./pragma.ts";
import { TransactionGuard } from "./transaction-guard.ts";
import { WriteAheadLog } from "./write-ahead-log.ts";

// Checking a very large file takes seconds; SQLite's own checks on each page must be enough there.
const CHECKED_UP_TO_BYTES = 512_000_000;
const BUSY_TIMEOUT_MS = 5000;
/** Small, because the operating system caches the file too and reads a page in a microsecond. */
const PAGES_KEPT_KB = 2000;

export interface OpenedDatabase {
  readonly db: Kysely<Schema>;
  readonly guard: TransactionGuard;
  readonly migration: MigrationReport;
  /** Where a damaged database was moved, if there was one. */
  readonly setAside: string | undefined;
  close(): Promise<void>;
}

function connect(path: string): DatabaseSyncInstance {
  if (path !== ":memory:") makePrivate(path);
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      PRAGMA foreign_keys = ON;
      PRAGMA temp_store = MEMORY;
      PRAGMA cache_size = -${PAGES_KEPT_KB};
    `);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

const DAMAGE = new Set(["SQLITE_NOTADB", "SQLITE_CORRUPT"]);

function isDamage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const name = "sqliteCodeName" in error ? String(error.sqliteCodeName) : "";
  return [...DAMAGE].some((code) => name.startsWith(code)) || /malformed|not a database/i.test(error.message);
}

/** Undefined if the file is damaged; nothing is left open then. */
function connectSound(path: string): DatabaseSyncInstance | undefined {
  let database: DatabaseSyncInstance | undefined;
  try {
    database = connect(path);
    if (path !== ":memory:" && statSync(path).size > CHECKED_UP_TO_BYTES) return database;
    if (readPragma(database, "quick_check") === "ok") return database;
  } catch (error) {
    if (!isDamage(error)) {
      database?.close();
      throw error;
    }
  }
  // An open connection would delete the new database's log when it closes.
  database?.close();
  return undefined;
}

function setAside(path: string, now: Date): string {
  const aside = freeFileName(`${path}.damaged-`, now);
  for (const suffix of ["", "-wal", "-shm"]) if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
  return aside;
}

async function shut(db: Kysely<Schema>, database: DatabaseSyncInstance, log: WriteAheadLog): Promise<void> {
  await db.destroy();
  log.close();
  database.close();
}

/** Opens the database file, or `:memory:`; a damaged file is moved aside and replaced by a new one. */
export function openSqlite(path: string, options: MigrationOptions): OpenedDatabase {
  const sound = connectSound(path);
  const movedTo = sound ? undefined : setAside(path, options.now);
  const database = sound ?? connect(path);
  try {
    const migration = migrate(database, options);
    const log = new WriteAheadLog(database);
    const guard = new TransactionGuard();
    const dialect = sqliteDialect(database, {
      beforeWait: () => guard.assertOutside(),
      afterCommit: () => log.noteCommit(),
    });
    const db = new Kysely<Schema>({ dialect, plugins: [new CamelCasePlugin()] });
    return { db, guard, migration, setAside: movedTo, close: () => shut(db, database, log) };
  } catch (error) {
    database.close();
    throw error;
  }
}
