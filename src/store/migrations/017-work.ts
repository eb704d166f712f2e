import type { Migration } from "./migration.ts";

/*
 * The work of a project: what was read of its sessions (derived from the ledger, rebuilt at any time) and what the
 * agent or the user put on record about it (append-only).
 */
export const work: Migration = {
  number: 17,
  sqlite: `
CREATE TABLE work_sessions (
  session_id TEXT PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
  project TEXT NOT NULL,
  folder INTEGER NOT NULL,
  thread TEXT,
  up_to INTEGER NOT NULL,
  edition INTEGER NOT NULL,
  last_at TEXT NOT NULL,
  reading TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX work_sessions_by_project ON work_sessions (folder, last_at) WHERE thread IS NOT NULL;

CREATE TABLE work_statements (
  id TEXT PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  folder INTEGER NOT NULL,
  kind TEXT NOT NULL,
  seq INTEGER NOT NULL,
  by TEXT NOT NULL,
  text TEXT NOT NULL,
  core TEXT NOT NULL,
  at TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX work_statements_by_project ON work_statements (folder, at);
CREATE INDEX work_statements_by_session ON work_statements (session_id);

CREATE TABLE work_notes (
  id TEXT PRIMARY KEY,
  project TEXT NOT NULL,
  folder INTEGER NOT NULL,
  kind TEXT NOT NULL,
  text TEXT NOT NULL,
  target TEXT,
  -- The session may be purged; what was put on record stays.
  session_id TEXT,
  by TEXT NOT NULL,
  at TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX work_notes_by_project ON work_notes (folder, at);
`,
};
