import type { Migration } from "./migration.ts";

/*
 * What parts of the product keep that needs no table of its own: small values in named collections. A document that
 * names a session is removed with it.
 */
export const documents: Migration = {
  number: 19,
  sqlite: `
CREATE TABLE documents (
  pk INTEGER PRIMARY KEY AUTOINCREMENT,
  collection TEXT NOT NULL,
  id TEXT NOT NULL,
  session_id TEXT REFERENCES sessions (id) ON DELETE CASCADE,
  project TEXT,
  state TEXT,
  at TEXT NOT NULL,
  value TEXT NOT NULL,
  UNIQUE (collection, id)
);
CREATE INDEX documents_by_time ON documents (collection, at);
CREATE INDEX documents_by_session ON documents (session_id, collection) WHERE session_id IS NOT NULL;
CREATE INDEX documents_by_project ON documents (collection, project, at) WHERE project IS NOT NULL;
CREATE INDEX documents_by_state ON documents (collection, state, at) WHERE state IS NOT NULL;
`,
};
