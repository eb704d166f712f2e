import type { Migration } from "./migration.ts";

/*
 * The compactions of sessions: what the client's summary had, what it left out, what was given back, and what the agent
 * then needed. One that was announced may never happen; it is the next one's row then.
 */
export const compactions: Migration = {
  number: 6,
  name: "compactions",
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
  -- Things by what became of them, as JSON: {"kept": […], "dropped": […], "told": […]}.
  things TEXT,
  given TEXT,
  given_at TEXT,
  -- What the agent needed afterwards, as JSON, and how much of what it no longer had it was told, 0 to 1.
  needed TEXT,
  score REAL
);
CREATE INDEX compactions_by_session ON compactions (session_id, announced_at);
CREATE INDEX compactions_owed ON compactions (session_id) WHERE given_at IS NULL;
`,
};
