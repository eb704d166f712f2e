import type { Migration } from "./migration.ts";

/*
 * Safety samples of sessions, sandboxes, and steps that failed too often.
 */
export const safety: Migration = {
  number: 12,
  sqlite: `
CREATE TABLE sandboxes (
  id TEXT PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions(id),
  -- Who or what put it there: a probe, a person, or the session that it continues.
  cause TEXT NOT NULL,
  reason TEXT NOT NULL,
  entered_at TEXT NOT NULL,
  lifted_at TEXT,
  lifted_reason TEXT,
  -- Messages up to here no longer count once it was lifted.
  lifted_seq INTEGER
);
CREATE INDEX sandboxes_by_session ON sandboxes (session_id, entered_at);
CREATE UNIQUE INDEX sandboxes_open ON sandboxes (session_id) WHERE lifted_at IS NULL;

CREATE TABLE safety_samples (
  id TEXT PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions(id),
  -- The kind of checkpoint that it was taken for, or that it was asked for.
  occasion TEXT NOT NULL,
  sampled_at TEXT NOT NULL,
  refusal_rate_window REAL NOT NULL,
  baseline_refusal_rate REAL NOT NULL,
  delta REAL NOT NULL,
  action TEXT NOT NULL,
  severity TEXT NOT NULL,
  -- As JSON.
  findings TEXT NOT NULL,
  judged_by TEXT NOT NULL
);
CREATE INDEX safety_samples_by_session ON safety_samples (session_id, sampled_at);

CREATE TABLE fixers (
  id TEXT PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions(id),
  step TEXT NOT NULL,
  kind TEXT NOT NULL,
  failures INTEGER NOT NULL,
  brief TEXT NOT NULL,
  opened_at TEXT NOT NULL,
  deadline_at TEXT NOT NULL,
  closed_at TEXT,
  outcome TEXT,
  note TEXT
);
CREATE INDEX fixers_by_session ON fixers (session_id, opened_at);
CREATE UNIQUE INDEX fixers_open ON fixers (session_id, step) WHERE closed_at IS NULL;
`,
};
