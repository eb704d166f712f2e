import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { onTestFinished } from "vitest";
import { at } from "../../test/store-contract/kit.ts";
import { openSqliteStore, type Store } from "./index.ts";
import { migrations } from "./migrations/index.ts";
import { migrate } from "./sqlite/migrate.ts";

export { aCheckpoint, at, current, stored } from "../../test/store-contract/kit.ts";

const now = new Date("2026-01-01T00:00:00.000Z");

/** An empty store that is closed with the test. */
export function emptyStore(path = ":memory:"): Store {
  const { store } = openSqliteStore(path, { now });
  onTestFinished(() => store.close());
  return store;
}

/**
 * A database of schema 19, the last without collections of documents, with these rows: brought to today's schema. It
 * has a session in each of two folders of one project.
 */
export function storeOfSchema19(rows: string): Store {
  const folder = mkdtempSync(join(tmpdir(), "throughline-schema-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "throughline.db");
  const database = new DatabaseSync(path);
  migrate(database, { now, steps: migrations.filter(({ number }) => number <= 19) });
  database.exec(`
    INSERT INTO project_folders (pk, path, project) VALUES (1, '/alpha', 1), (2, '/alpha-copy', 1);
    INSERT INTO sessions (id, key, harness, project_normalized, folder, type, state, started_at, last_activity_at)
      VALUES ('s1', 'k1', 'claude-code', '/alpha', 1, 'coding', 'complete', '${at(0)}', '${at(0)}'),
        ('s2', 'k2', 'codex', '/alpha-copy', 2, 'coding', 'complete', '${at(0)}', '${at(0)}');
    ${rows}`);
  database.close();
  return emptyStore(path);
}
