import type { Migration } from "./migration.ts";

/* The history folders that are watched after an import. */
export const following: Migration = {
  number: 14,
  sqlite: `
CREATE TABLE followed_places (
  harness TEXT PRIMARY KEY,
  user_home TEXT NOT NULL,
  env TEXT NOT NULL,
  looked_at TEXT NOT NULL
) WITHOUT ROWID;
`,
};
