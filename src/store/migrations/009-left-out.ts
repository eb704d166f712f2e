import type { Migration } from "./migration.ts";

/* What an import leaves out: entries handed over from another session, and purged sessions. */
export const leftOut: Migration = {
  number: 9,
  sqlite: `
-- Entries that Throughline itself wrote into the session's file: they are its parent's.
CREATE TABLE handed_over (
  session_id TEXT NOT NULL REFERENCES sessions(id),
  source_id TEXT NOT NULL,
  PRIMARY KEY (session_id, source_id)
) WITHOUT ROWID;

-- Their clients may still have their files.
CREATE TABLE purged_sessions (
  harness TEXT NOT NULL,
  key TEXT NOT NULL,
  purged_at TEXT NOT NULL,
  PRIMARY KEY (harness, key)
) WITHOUT ROWID;
`,
};
