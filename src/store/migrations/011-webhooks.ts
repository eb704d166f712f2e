import type { Migration } from "./migration.ts";

/* Pending webhook deliveries, and the status of each webhook. */
export const webhooks: Migration = {
  number: 11,
  sqlite: `
CREATE TABLE webhook_deliveries (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  -- Which webhook, by a hash of its address: the address may hold a secret.
  hook TEXT NOT NULL,
  type TEXT NOT NULL,
  session_id TEXT,
  body TEXT NOT NULL,
  created_at TEXT NOT NULL
);
CREATE INDEX webhook_deliveries_by_hook ON webhook_deliveries (hook, pk);

CREATE TABLE webhook_states (
  hook TEXT PRIMARY KEY,
  -- Attempts in a row that failed.
  failures INTEGER NOT NULL,
  failing_since TEXT,
  last_delivery_at TEXT,
  last_failure_at TEXT,
  last_error TEXT,
  delivered INTEGER NOT NULL,
  given_up INTEGER NOT NULL
) WITHOUT ROWID;
`,
};
