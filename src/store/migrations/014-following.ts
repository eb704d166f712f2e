import type { Migration } from "./migration.ts";

/* Where what a client writes from now on is looked for, once an import has found what it had written before. */
export const following: Migration = {
  number: 14,
  name: "following",
  sqlite: `
CREATE TABLE followed_places (
  harness TEXT PRIMARY KEY,
  user_home TEXT NOT NULL,
  env TEXT NOT NULL,
  looked_at TEXT NOT NULL
) WITHOUT ROWID;
`,
};
