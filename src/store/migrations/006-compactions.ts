import type { Migration } from "./migration.ts";

/*
 * The compactions of sessions: what the client's summary had, what it left out, what was injected again, and what the
 * agent then needed. An announced compaction may never happen; its row is then used for the next one.
 */
export const compactions: Migration = {
  number: 6,
  sqlite: `
CREATE TABLE compactions (
  id TEXT PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions(id),
  trigger TEXT NOT NULL,
  -- The last message before it.
  up_to INTEGER NOT NULL,
  announced_at TEXT NOT NULL,
  happened_at TEXT,
  summary TEXT,
  -- Entities by outcome, as JSON: {"kept": […], "dropped": […], "told": […]}.
  things TEXT,
  given TEXT,
  given_at TEXT,
  -- What the agent needed afterwards, as JSON, and the share of what it no longer had that was shown again, 0 to 1.
  needed TEXT,
  score REAL
);
CREATE INDEX compactions_by_session ON compactions (session_id, announced_at);
CREATE INDEX compactions_owed ON compactions (session_id) WHERE given_at IS NULL;
`,
};
