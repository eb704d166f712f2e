import type { Kysely } from "kysely";
import type { Store, Tables, Totals } from "../port/index.ts";
import { BodyReader } from "../queries/bodies.ts";
import { checkpointRows } from "../queries/checkpoints.ts";
import { documentRows } from "../queries/documents.ts";
import { CURRENT, memoryRows } from "../queries/memories.ts";
import { messageRows } from "../queries/messages.ts";
import { passageRows } from "../queries/passages.ts";
import { projectRows } from "../queries/projects.ts";
import { rawRows } from "../queries/raw-sql.ts";
import { sessionRows } from "../queries/sessions.ts";
import { workRows } from "../queries/work.ts";
import type { Schema } from "../schema.ts";
import type { MigrationReport } from "./migrate.ts";
import { openSqlite } from "./open.ts";

const TOTALS = `
  SELECT (SELECT COUNT(*) FROM sessions) AS sessions, (SELECT COUNT(*) FROM messages) AS messages,
    (SELECT COUNT(*) FROM memories WHERE ${CURRENT}) AS memories, (SELECT COUNT(*) FROM checkpoints) AS checkpoints`;

async function totals(db: Kysely<Schema>): Promise<Totals> {
  const [row] = await rawRows<Totals>(db, TOTALS, []);
  if (!row) throw new Error("nothing could be counted");
  return row;
}

const tables = (db: Kysely<Schema>, bodies: BodyReader): Tables => ({
  projects: projectRows(db),
  sessions: sessionRows(db),
  messages: messageRows(db, bodies),
  checkpoints: checkpointRows(db),
  memories: memoryRows(db),
  passages: passageRows(db),
  work: workRows(db),
  documents: documentRows(db),
  totals: () => totals(db),
});

export interface OpenedStore {
  readonly store: Store;
  readonly migration: MigrationReport;
  readonly setAside: string | undefined;
}

/** The embedded store: one file, or `:memory:`. */
export function openSqliteStore(path: string, options: { backups?: string | undefined; now: Date }): OpenedStore {
  const { db, guard, migration, setAside, close } = openSqlite(path, options);
  const bodies = new BodyReader();
  const store: Store = {
    ...tables(db, bodies),
    transaction: (work) =>
      guard.watch((mark) => db.transaction().execute((inner) => mark(() => work(tables(inner, bodies))))),
    schemaVersion: migration.to,
    close,
  };
  return { store, migration, setAside };
}
