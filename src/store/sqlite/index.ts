import type { Kysely } from "kysely";
import type { Store, Tables } from "../port.ts";
import { accountRows } from "../queries/accounts.ts";
import { agentRows } from "../queries/agents.ts";
import { captureRows } from "../queries/capture.ts";
import { checkpointRows } from "../queries/checkpoints.ts";
import { compactionRows } from "../queries/compactions.ts";
import { fixerRows } from "../queries/fixers.ts";
import { governedRows } from "../queries/governed.ts";
import { ledgerRows } from "../queries/ledgers.ts";
import { memoryRows } from "../queries/memories.ts";
import { messageRows } from "../queries/messages.ts";
import { modelRows } from "../queries/models.ts";
import { passageRows } from "../queries/passages.ts";
import { projectRows } from "../queries/projects.ts";
import { receiptRows } from "../queries/receipts.ts";
import { safetyRows } from "../queries/safety.ts";
import { sessionRows } from "../queries/sessions.ts";
import { signalRows } from "../queries/signals.ts";
import { webhookRows } from "../queries/webhooks.ts";
import { workRows } from "../queries/work.ts";
import type { Schema } from "../schema.ts";
import type { MigrationReport } from "./migrate.ts";
import { openSqlite } from "./open.ts";

const tables = (db: Kysely<Schema>): Tables => ({
  projects: projectRows(db),
  sessions: sessionRows(db),
  messages: messageRows(db),
  checkpoints: checkpointRows(db),
  memories: memoryRows(db),
  capture: captureRows(db),
  accounts: accountRows(db),
  agents: agentRows(db),
  receipts: receiptRows(db),
  passages: passageRows(db),
  models: modelRows(db),
  signals: signalRows(db),
  compactions: compactionRows(db),
  ledgers: ledgerRows(db),
  governed: governedRows(db),
  webhooks: webhookRows(db),
  safety: safetyRows(db),
  fixers: fixerRows(db),
  work: workRows(db),
});

export interface OpenedStore {
  readonly store: Store;
  readonly migration: MigrationReport;
  readonly setAside: string | undefined;
}

/** The embedded store: one file, or `:memory:`. */
export function openSqliteStore(path: string, options: { backups?: string | undefined; now: Date }): OpenedStore {
  const { db, migration, setAside, close } = openSqlite(path, options);
  const store: Store = {
    ...tables(db),
    transaction: (work) => db.transaction().execute((transaction) => work(tables(transaction))),
    schemaVersion: migration.to,
    close,
  };
  return { store, migration, setAside };
}
