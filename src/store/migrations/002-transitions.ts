import type { Migration } from "./migration.ts";

export const transitions: Migration = {
  number: 2,
  sqlite: `
CREATE TABLE session_transitions (
  id TEXT PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions(id),
  from_state TEXT NOT NULL,
  to_state TEXT NOT NULL,
  reason TEXT,
  created_at TEXT NOT NULL
);
CREATE INDEX transitions_by_session ON session_transitions (session_id, created_at);
`,
};
