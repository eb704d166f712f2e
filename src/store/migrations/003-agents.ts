import type { Migration } from "./migration.ts";

/*
 * Long-lived agents: their one primary session, their state and notes, and the receipts of its distillations.
 * The table of sessions is recreated, because a key names a session of one agent: two agents may both have a `cron`.
 */
export const agents: Migration = {
  number: 3,
  sqlite: `
CREATE TABLE new_sessions (
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
  horizon_seq INTEGER NOT NULL DEFAULT 0,
  horizon_hash TEXT,
  thread_tokens INTEGER NOT NULL DEFAULT 0,
  recalled_tokens INTEGER NOT NULL DEFAULT 0,
  receipt_id TEXT,
  receipt_head TEXT,
  primed_id TEXT,
  primed_served INTEGER NOT NULL DEFAULT 0,
  refused_seq INTEGER,
  refreshed_tokens INTEGER NOT NULL DEFAULT 0,
  budget_reached INTEGER NOT NULL DEFAULT 0
);
INSERT INTO new_sessions
  SELECT *, 0, NULL, context_tokens, 0, NULL, NULL, NULL, 0, NULL, cumulative_tokens, 0 FROM sessions;
DROP TABLE sessions;
ALTER TABLE new_sessions RENAME TO sessions;
CREATE UNIQUE INDEX sessions_by_identity ON sessions (harness, key, COALESCE(agent, ''));
CREATE UNIQUE INDEX one_primary_per_agent ON sessions (agent) WHERE type = 'primary';
CREATE INDEX sessions_by_project ON sessions (project_normalized, last_activity_at DESC);
CREATE INDEX sessions_by_activity ON sessions (last_activity_at DESC);
CREATE INDEX sessions_by_client ON sessions (client_pid, started_at DESC);
CREATE INDEX sessions_by_state ON sessions (state, last_activity_at);
CREATE INDEX sessions_by_parent ON sessions (parent_id);
CREATE INDEX sessions_by_key ON sessions (key);
CREATE INDEX sessions_by_type ON sessions (type, last_activity_at) WHERE type <> 'coding';

-- Before there were types, API sessions were stored as coding ones. Their keys show it.
UPDATE OR IGNORE sessions SET
  harness = 'api',
  type = CASE
    WHEN key LIKE 'ask:%' OR key LIKE 'send:%' OR key LIKE 'spawn:%' THEN 'ephemeral'
    WHEN key LIKE '%prosoche%' OR key LIKE '%heartbeat%' OR key GLOB 'cron*' OR key GLOB '*[^A-Za-z]cron*' THEN 'background'
    ELSE 'primary'
  END,
  agent = COALESCE(agent, CASE
    WHEN key LIKE 'agent:_%:_%' THEN substr(key, 7, instr(substr(key, 7), ':') - 1)
    ELSE 'default'
  END)
WHERE type = 'coding' AND runtime = 'api' AND (
  key LIKE 'ask:%' OR key LIKE 'send:%' OR key LIKE 'spawn:%' OR key LIKE 'agent:_%:main'
  OR key LIKE '%prosoche%' OR key LIKE '%heartbeat%' OR key GLOB 'cron*' OR key GLOB '*[^A-Za-z]cron*'
);

CREATE TRIGGER primary_sessions_stay BEFORE DELETE ON sessions WHEN OLD.type = 'primary'
BEGIN SELECT RAISE(ABORT, 'a primary session is never deleted'); END;
CREATE TRIGGER primary_stays_primary BEFORE UPDATE OF type ON sessions WHEN OLD.type = 'primary' AND NEW.type <> 'primary'
BEGIN SELECT RAISE(ABORT, 'a primary session stays primary'); END;
CREATE TRIGGER primary_messages_stay BEFORE DELETE ON messages
WHEN (SELECT type FROM sessions WHERE id = OLD.session_id) = 'primary'
BEGIN SELECT RAISE(ABORT, 'a message of a primary session is never deleted'); END;

CREATE INDEX messages_by_body ON messages (body_hash) WHERE body_hash IS NOT NULL;

CREATE TABLE agents (
  agent TEXT PRIMARY KEY,
  system_prompt TEXT NOT NULL DEFAULT '',
  tool_definitions TEXT NOT NULL DEFAULT '[]',
  model TEXT,
  profile_tokens INTEGER NOT NULL DEFAULT 0,
  working_state TEXT,
  working_state_at TEXT,
  relationship TEXT,
  relationship_at TEXT,
  carried_tokens INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL
);

CREATE TABLE agent_notes (
  id TEXT PRIMARY KEY,
  agent TEXT NOT NULL,
  category TEXT NOT NULL,
  content TEXT NOT NULL,
  created_at TEXT NOT NULL
);
CREATE INDEX notes_by_agent ON agent_notes (agent, created_at DESC);

CREATE TABLE receipts (
  id TEXT PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions(id),
  agent TEXT,
  distilled_at TEXT NOT NULL,
  reason TEXT NOT NULL,
  messages_before INTEGER NOT NULL,
  messages_after INTEGER NOT NULL,
  tokens_before INTEGER NOT NULL,
  tokens_after INTEGER NOT NULL,
  facts_extracted INTEGER NOT NULL,
  decisions_extracted INTEGER NOT NULL,
  open_items_extracted INTEGER NOT NULL,
  flush_succeeded INTEGER NOT NULL,
  summary TEXT NOT NULL,
  items TEXT NOT NULL,
  errors TEXT NOT NULL,
  warnings TEXT NOT NULL,
  from_seq INTEGER NOT NULL,
  to_seq INTEGER NOT NULL,
  range_hash TEXT NOT NULL,
  anchors INTEGER NOT NULL,
  continuity_score REAL,
  summarizer TEXT NOT NULL,
  model TEXT,
  cost REAL,
  hash TEXT NOT NULL,
  previous_hash TEXT
);
CREATE INDEX receipts_by_session ON receipts (session_id, distilled_at DESC);
CREATE INDEX receipts_by_time ON receipts (distilled_at DESC);

-- Written ahead of their receipt; they are not visible until it exists.
CREATE TABLE anchors (
  pk INTEGER PRIMARY KEY,
  receipt_id TEXT NOT NULL,
  session_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  value TEXT NOT NULL,
  message_id TEXT NOT NULL,
  seq INTEGER NOT NULL
);
CREATE INDEX anchors_by_receipt ON anchors (receipt_id);
CREATE VIRTUAL TABLE anchors_fts USING fts5(
  value, content = '', contentless_delete = 1, tokenize = 'porter unicode61 remove_diacritics 2'
);

ALTER TABLE memories ADD COLUMN receipt_id TEXT;
ALTER TABLE memories ADD COLUMN weight REAL NOT NULL DEFAULT 0.5;
CREATE INDEX memories_by_receipt ON memories (receipt_id, weight DESC) WHERE receipt_id IS NOT NULL;

CREATE TABLE calibrations (
  model TEXT PRIMARY KEY,
  factor REAL NOT NULL,
  samples INTEGER NOT NULL,
  updated_at TEXT NOT NULL
);

CREATE TABLE model_calls (
  id TEXT PRIMARY KEY,
  created_at TEXT NOT NULL,
  purpose TEXT NOT NULL,
  provider TEXT NOT NULL,
  model TEXT NOT NULL,
  input_tokens INTEGER NOT NULL,
  output_tokens INTEGER NOT NULL,
  cost REAL,
  outcome TEXT NOT NULL,
  duration_ms INTEGER NOT NULL
);
CREATE INDEX model_calls_by_time ON model_calls (created_at DESC);
`,
};
