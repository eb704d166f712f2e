import type { Migration } from "./migration.ts";

/*
 * What the ledger files also hold: tasks, decisions, the trajectory. A decision is never overwritten: former texts stay
 * as versions, and one that a person removed from the file is withdrawn. They outlive their sessions.
 */
export const ledgers: Migration = {
  number: 8,
  sqlite: `
-- Ids are a project's own: a clone brings the same ones with its files.
CREATE TABLE tasks (
  id TEXT NOT NULL,
  project TEXT NOT NULL,
  slug TEXT NOT NULL,
  title TEXT NOT NULL,
  status TEXT NOT NULL,
  priority INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  -- Test scenarios, handoffs, next steps, blockers and questions, as JSON.
  state TEXT NOT NULL,
  PRIMARY KEY (project, id),
  UNIQUE (project, slug)
);

CREATE TABLE decisions (
  id TEXT NOT NULL,
  project TEXT NOT NULL,
  task TEXT,
  ts TEXT NOT NULL,
  -- What, why, alternatives, evidence and test scenarios, as JSON.
  content TEXT NOT NULL,
  session_id TEXT,
  source TEXT NOT NULL,
  memory_id TEXT,
  withdrawn_at TEXT,
  PRIMARY KEY (project, id)
);
CREATE INDEX decisions_by_project ON decisions (project, ts);

CREATE TABLE decision_versions (
  project TEXT NOT NULL,
  decision_id TEXT NOT NULL,
  replaced_at TEXT NOT NULL,
  content TEXT NOT NULL,
  FOREIGN KEY (project, decision_id) REFERENCES decisions (project, id)
);
CREATE INDEX decision_versions_by_decision ON decision_versions (project, decision_id, replaced_at);

-- What the notes say besides decisions, as JSON: state of the work, places, questions.
CREATE TABLE continuities (
  project TEXT PRIMARY KEY,
  state TEXT NOT NULL,
  updated_at TEXT NOT NULL
) WITHOUT ROWID;

-- A file as it was when it last agreed with the store: its ledger as JSON, and a full copy to repair it from.
CREATE TABLE ledger_files (
  path TEXT PRIMARY KEY,
  project TEXT NOT NULL,
  base TEXT NOT NULL,
  copy BLOB,
  agreed_at TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE clashes (
  id TEXT PRIMARY KEY,
  project TEXT NOT NULL,
  path TEXT NOT NULL,
  place TEXT NOT NULL,
  in_file TEXT,
  in_store TEXT,
  found_at TEXT NOT NULL
);
CREATE INDEX clashes_by_project ON clashes (project, found_at);

CREATE TABLE trajectory (
  pk INTEGER PRIMARY KEY,
  project TEXT NOT NULL,
  agent TEXT NOT NULL,
  session_key TEXT,
  ts TEXT NOT NULL,
  phase TEXT NOT NULL,
  entry TEXT NOT NULL
);
CREATE INDEX trajectory_by_project ON trajectory (project, phase, pk);
`,
};
