import type { Migration } from "./migration.ts";

/*
 * What was served to agents and whether it was used, for a scorer to learn from. It can be lost, and holds no text,
 * only ids, numbers and hashes.
 */
export const signals: Migration = {
  number: 5,
  sqlite: `
CREATE TABLE served (
  pk INTEGER PRIMARY KEY,
  item_id TEXT NOT NULL,
  item_kind TEXT NOT NULL,
  session_id TEXT NOT NULL REFERENCES sessions(id),
  served_at TEXT NOT NULL,
  way TEXT NOT NULL,
  rank INTEGER NOT NULL,
  score REAL,
  features TEXT NOT NULL DEFAULT '{}',
  -- Hashes of what would show that it was used, as JSON: {"words": […], "names": […]}.
  marks TEXT NOT NULL DEFAULT '{}',
  used_at TEXT
);
CREATE INDEX served_by_session ON served (session_id, pk);
CREATE INDEX served_by_item ON served (item_id);

-- Context starts of a session: every prompt looks for the last one.
CREATE INDEX messages_boundaries ON messages (session_id, seq) WHERE kind = 'boundary';

CREATE TABLE session_signals (
  session_id TEXT PRIMARY KEY REFERENCES sessions(id),
  start TEXT,
  novel INTEGER NOT NULL DEFAULT 0,
  -- Hashes of the names that came up or were served, as JSON.
  named TEXT NOT NULL DEFAULT '[]',
  looked_seq INTEGER NOT NULL DEFAULT 0,
  updated_at TEXT NOT NULL
);
`,
};
