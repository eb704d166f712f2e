import type { Migration } from "./migration.ts";

/*
 * The search index: passages of messages, memories and checkpoints with their terms. It is derived from the ledger and
 * filled in small steps, newest first. A passage's number is its owner's times 64 plus its position, so that reading
 * the index backwards gives the newest first. The table of checkpoints is recreated, because owners need stable
 * numbers.
 */
const passagesOf = (source: string): string => `
CREATE TABLE ${source}_passages (
  pk INTEGER PRIMARY KEY,
  thread INTEGER NOT NULL,
  place INTEGER NOT NULL,
  at INTEGER NOT NULL,
  start INTEGER NOT NULL,
  size INTEGER NOT NULL,
  traits INTEGER NOT NULL,
  length INTEGER NOT NULL,
  terms BLOB NOT NULL,
  meaning BLOB
);
CREATE INDEX ${source}_passages_by_place ON ${source}_passages (thread, place);
CREATE INDEX ${source}_passages_by_time ON ${source}_passages (at);
CREATE VIRTUAL TABLE ${source}_terms USING fts5(
  terms, content = '', contentless_delete = 1, detail = 'none', tokenize = 'ascii'
);`;

export const passages: Migration = {
  number: 4,
  sqlite: `
DROP TABLE messages_fts;
DROP TABLE memories_fts;
DROP TABLE anchors_fts;

CREATE TABLE new_checkpoints (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  session_id TEXT NOT NULL REFERENCES sessions(id),
  session_key TEXT NOT NULL,
  harness TEXT NOT NULL,
  project TEXT,
  project_normalized TEXT,
  trigger TEXT NOT NULL,
  digest TEXT NOT NULL,
  prompt_count INTEGER NOT NULL,
  memory_queries TEXT NOT NULL DEFAULT '[]',
  recent_remembers TEXT NOT NULL DEFAULT '[]',
  message_seq INTEGER NOT NULL DEFAULT 0,
  structured TEXT,
  created_at TEXT NOT NULL,
  hash TEXT NOT NULL,
  previous_hash TEXT
);
INSERT INTO new_checkpoints SELECT NULL, * FROM checkpoints ORDER BY created_at, id;
DROP TABLE checkpoints;
ALTER TABLE new_checkpoints RENAME TO checkpoints;
CREATE INDEX checkpoints_by_session ON checkpoints (session_id, created_at DESC);
CREATE INDEX checkpoints_by_session_key ON checkpoints (session_key, created_at DESC);
CREATE INDEX checkpoints_by_project ON checkpoints (project_normalized, created_at DESC);

-- Sessions, projects and agents as the index knows them: by a number.
CREATE TABLE scopes (
  pk INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  UNIQUE (kind, name)
);
CREATE TABLE scope_sizes (
  source TEXT NOT NULL,
  scope INTEGER NOT NULL,
  passages INTEGER NOT NULL,
  PRIMARY KEY (source, scope)
) WITHOUT ROWID;
${["messages", "memories", "checkpoints"].map(passagesOf).join("\n")}

-- Owners above \`low\` up to \`high\` are indexed: new ones are added above, older ones below.
CREATE TABLE index_progress (
  source TEXT PRIMARY KEY,
  low INTEGER NOT NULL,
  high INTEGER NOT NULL,
  passages INTEGER NOT NULL DEFAULT 0,
  length INTEGER NOT NULL DEFAULT 0,
  edition TEXT NOT NULL DEFAULT ''
);
INSERT INTO index_progress (source, low, high)
  SELECT 'messages', COALESCE(MAX(pk), 0), COALESCE(MAX(pk), 0) FROM messages
  UNION ALL SELECT 'memories', COALESCE(MAX(pk), 0), COALESCE(MAX(pk), 0) FROM memories
  UNION ALL SELECT 'checkpoints', COALESCE(MAX(pk), 0), COALESCE(MAX(pk), 0) FROM checkpoints;

ALTER TABLE memories ADD COLUMN superseded_at TEXT;
ALTER TABLE memories ADD COLUMN superseded_why TEXT;
UPDATE memories SET superseded_at = created_at WHERE superseded_by IS NOT NULL;
CREATE INDEX memories_by_successor ON memories (superseded_by) WHERE superseded_by IS NOT NULL;
`,
};
