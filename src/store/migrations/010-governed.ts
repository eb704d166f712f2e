import type { Migration } from "./migration.ts";

/* Sessions with a task: their goal, the steps of their rituals, and whether the code was healthy. */
export const governed: Migration = {
  number: 10,
  sqlite: `
CREATE TABLE governed_sessions (
  session_id TEXT PRIMARY KEY REFERENCES sessions(id),
  project TEXT NOT NULL,
  -- The folder that is worked in.
  root TEXT NOT NULL,
  task TEXT NOT NULL,
  goal TEXT NOT NULL,
  begun_at TEXT NOT NULL,
  -- The checkpoint that it resumed from, and the gate that it was sent back to.
  resumed_from TEXT,
  from_gate TEXT,
  -- How the work tree was, as JSON: {"commit", "dirty"}.
  base TEXT,
  -- Started by command, and no client has joined yet.
  is_waiting INTEGER NOT NULL DEFAULT 0,
  -- What the rituals did, as JSON: [{"step", "at", "detail"}].
  steps TEXT NOT NULL DEFAULT '[]',
  smoke TEXT NOT NULL DEFAULT 'none',
  smoke_command TEXT,
  smoke_output TEXT,
  smoke_at TEXT,
  override_reason TEXT,
  outcome TEXT,
  next_hint TEXT,
  closed_at TEXT,
  -- The message count at the end, so that a repeated end changes nothing.
  closed_seq INTEGER
) WITHOUT ROWID;
CREATE INDEX governed_by_task ON governed_sessions (project, task);
CREATE INDEX governed_waiting ON governed_sessions (project) WHERE is_waiting = 1;
`,
};
