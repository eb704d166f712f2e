import type { Migration } from "./migration.ts";

/*
 * How far the histories that clients left on disk were read, and by what a file that was rewritten in its place is
 * known.
 */
export const histories: Migration = {
  number: 7,
  sqlite: `
ALTER TABLE transcripts ADD COLUMN tail TEXT;

-- One database may hold several sessions; the reader defines the format of its mark.
CREATE TABLE history_marks (
  session_id TEXT NOT NULL REFERENCES sessions(id),
  path TEXT NOT NULL,
  mark TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (session_id, path)
) WITHOUT ROWID;
`,
};
