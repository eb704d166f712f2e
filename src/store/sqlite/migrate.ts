import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSyncInstance } from "@photostructure/sqlite";
import { ThroughlineError } from "../../core/index.ts";
import { contentHash, slotHash } from "../memory-keys.ts";
import { type Migration, migrations } from "../migrations/index.ts";
import { freeFileName } from "./free-file-name.ts";
import { readPragma } from "./pragma.ts";

const currentVersion = (database: DatabaseSyncInstance): number => Number(readPragma(database, "user_version"));

function backUp(database: DatabaseSyncInstance, folder: string, version: number, now: Date): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = freeFileName(join(folder, `schema-${version}-`), now, ".db");
  database.exec(`VACUUM INTO '${path.replaceAll("'", "''")}'`);
  chmodSync(path, 0o600);
  return path;
}

/** SQL functions for steps that compute what SQL cannot. */
function offerFunctions(database: DatabaseSyncInstance): void {
  database.function("memory_content_hash", (content: unknown) => contentHash(String(content)));
  database.function("memory_slot_hash", (content: unknown) => slotHash(String(content)));
  database.function("exact_json", (value: unknown) => JSON.stringify(value));
}

export interface MigrationReport {
  readonly from: number;
  readonly to: number;
  readonly backup: string | undefined;
}

export interface MigrationOptions {
  /** The folder for the backup. */
  readonly backups?: string | undefined;
  readonly now: Date;
  readonly steps?: readonly Migration[];
}

/** Migrates under an exclusive lock, all steps or none, after a backup. */
export function migrate(database: DatabaseSyncInstance, options: MigrationOptions): MigrationReport {
  const steps = options.steps ?? migrations;
  const target = steps.at(-1)?.number ?? 0;
  const from = currentVersion(database);
  if (from > target) {
    throw new ThroughlineError(
      "store_too_new",
      `the database has schema ${from}, this version of Throughline knows ${target}`,
      "Update Throughline; the database was written by a newer one and has been left alone.",
    );
  }
  if (from === target) return { from, to: target, backup: undefined };
  const backup = from > 0 && options.backups ? backUp(database, options.backups, from, options.now) : undefined;
  offerFunctions(database);
  // A step may recreate a table that others refer to; foreign keys are checked before the commit.
  database.exec("PRAGMA foreign_keys = OFF");
  database.exec("BEGIN EXCLUSIVE");
  try {
    // Another process may have migrated while this one waited for the lock.
    const locked = currentVersion(database);
    for (const step of steps) if (step.number > locked) database.exec(step.sqlite);
    const broken = readPragma(database, "foreign_key_check");
    if (broken !== undefined) throw new Error(`the migration would leave rows of ${broken} with dangling references`);
    database.exec(`PRAGMA user_version = ${target}`);
    database.exec("COMMIT");
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  } finally {
    database.exec("PRAGMA foreign_keys = ON");
  }
  return { from, to: target, backup };
}
