import type { Migration } from "./migration.ts";

export const foundation: Migration = {
  number: 1,
  sqlite: `
CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  key TEXT NOT NULL,
  harness TEXT NOT NULL,
  agent TEXT,
  project TEXT,
  project_normalized TEXT,
  task TEXT,
  type TEXT NOT NULL CHECK (type IN ('coding', 'primary', 'background', 'ephemeral')),
  state TEXT NOT NULL CHECK (state IN ('init', 'active', 'complete', 'suspended', 'terminated')),
  started_at TEXT NOT NULL,
  last_activity_at TEXT NOT NULL,
  ended_at TEXT,
  end_reason TEXT,
  gate TEXT,
  checkpoint_count INTEGER NOT NULL DEFAULT 0,
  checkpoint_head TEXT,
  message_count INTEGER NOT NULL DEFAULT 0,
  total_messages INTEGER NOT NULL DEFAULT 0,
  message_head TEXT,
  prompt_count INTEGER NOT NULL DEFAULT 0,
  context_tokens INTEGER NOT NULL DEFAULT 0,
  last_input_tokens INTEGER NOT NULL DEFAULT 0,
  cumulative_tokens INTEGER NOT NULL DEFAULT 0,
  last_distilled_at TEXT,
  parent_id TEXT REFERENCES sessions(id),
  lineage TEXT,
  model TEXT,
  runtime TEXT,
  client_pid INTEGER,
  client_start_time TEXT,
  transcript_path TEXT,
  recovery_owed TEXT,
  recovery_in_context INTEGER NOT NULL DEFAULT 0,
  UNIQUE (harness, key)
);
CREATE UNIQUE INDEX one_primary_per_agent ON sessions (agent) WHERE type = 'primary';
CREATE INDEX sessions_by_project ON sessions (project_normalized, last_activity_at DESC);
CREATE INDEX sessions_by_activity ON sessions (last_activity_at DESC);
CREATE INDEX sessions_by_client ON sessions (client_pid, started_at DESC);
CREATE INDEX sessions_by_state ON sessions (state, last_activity_at);
CREATE INDEX sessions_by_parent ON sessions (parent_id);
CREATE INDEX sessions_by_key ON sessions (key);

CREATE TABLE bodies (
  hash TEXT PRIMARY KEY,
  size INTEGER NOT NULL,
  brotli BLOB NOT NULL
) WITHOUT ROWID;

CREATE TABLE messages (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  session_id TEXT NOT NULL REFERENCES sessions(id),
  seq INTEGER NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('user', 'assistant', 'system', 'tool')),
  kind TEXT NOT NULL,
  channel TEXT,
  content TEXT,
  body_hash TEXT REFERENCES bodies(hash),
  tool_name TEXT,
  tool_use_id TEXT,
  is_error INTEGER,
  turn_id TEXT,
  created_at TEXT NOT NULL,
  tokens INTEGER NOT NULL,
  source_id TEXT NOT NULL,
  hash TEXT NOT NULL,
  UNIQUE (session_id, seq),
  UNIQUE (session_id, source_id)
);
CREATE INDEX messages_by_source ON messages (source_id);
CREATE INDEX prompts_by_turn ON messages (session_id, turn_id) WHERE kind = 'prompt';
CREATE INDEX messages_by_kind ON messages (session_id, kind, seq);

CREATE VIRTUAL TABLE messages_fts USING fts5(
  content, content = '', contentless_delete = 1, tokenize = 'porter unicode61 remove_diacritics 2'
);

CREATE TABLE checkpoints (
  id TEXT PRIMARY KEY,
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
CREATE INDEX checkpoints_by_session ON checkpoints (session_id, created_at DESC);
CREATE INDEX checkpoints_by_session_key ON checkpoints (session_key, created_at DESC);
CREATE INDEX checkpoints_by_project ON checkpoints (project_normalized, created_at DESC);

CREATE TABLE checkpoint_tombstones (
  id TEXT PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions(id),
  hash TEXT NOT NULL,
  previous_hash TEXT,
  created_at TEXT NOT NULL,
  pruned_at TEXT NOT NULL
);
CREATE INDEX tombstones_by_session ON checkpoint_tombstones (session_id, created_at);

CREATE TABLE resume_points (
  project_normalized TEXT PRIMARY KEY,
  checkpoint_id TEXT NOT NULL,
  created_at TEXT NOT NULL
);

CREATE TABLE accumulators (
  session_id TEXT PRIMARY KEY REFERENCES sessions(id),
  prompts_since INTEGER NOT NULL DEFAULT 0,
  queries TEXT NOT NULL DEFAULT '[]',
  remembers TEXT NOT NULL DEFAULT '[]',
  memories_accessed TEXT NOT NULL DEFAULT '[]',
  last_checkpoint_at TEXT NOT NULL,
  message_seq INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE memories (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  agent TEXT,
  project TEXT,
  content TEXT NOT NULL,
  content_hash TEXT NOT NULL,
  kind TEXT NOT NULL,
  source TEXT NOT NULL,
  session_id TEXT,
  created_at TEXT NOT NULL,
  last_used_at TEXT,
  superseded_by TEXT,
  forgotten_at TEXT
);
CREATE INDEX memories_by_content ON memories (content_hash);
CREATE INDEX memories_by_project ON memories (project, created_at DESC);
CREATE INDEX memories_by_session ON memories (session_id, created_at);

CREATE VIRTUAL TABLE memories_fts USING fts5(
  content, content = '', contentless_delete = 1, tokenize = 'porter unicode61 remove_diacritics 2'
);

CREATE TABLE transcripts (
  path TEXT PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions(id),
  byte_offset INTEGER NOT NULL DEFAULT 0,
  file_id TEXT,
  broken_lines INTEGER NOT NULL DEFAULT 0,
  updated_at TEXT NOT NULL
);
CREATE INDEX transcripts_by_session ON transcripts (session_id);

CREATE TABLE provisional_entries (
  session_id TEXT NOT NULL REFERENCES sessions(id),
  source_id TEXT NOT NULL,
  entry TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (session_id, source_id)
);

CREATE TABLE seen_hooks (
  id TEXT PRIMARY KEY,
  seen_at TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX seen_hooks_by_time ON seen_hooks (seen_at);

CREATE TABLE tool_calls (
  tool_use_id TEXT PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions(id),
  created_at TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX tool_calls_by_time ON tool_calls (created_at);

CREATE TABLE injections (
  id TEXT PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions(id),
  event TEXT NOT NULL,
  hook_id TEXT,
  reason TEXT NOT NULL,
  text TEXT NOT NULL,
  created_at TEXT NOT NULL
);
CREATE INDEX injections_by_hook ON injections (hook_id);
CREATE INDEX injections_by_session ON injections (session_id, created_at);

CREATE TABLE incidents (
  id TEXT PRIMARY KEY,
  session_id TEXT,
  kind TEXT NOT NULL,
  detail TEXT NOT NULL,
  created_at TEXT NOT NULL
);
CREATE INDEX incidents_by_time ON incidents (created_at DESC);
`,
};
