import type { Migration } from "./migration.ts";

/* How far the shutdown ritual of a session is, as JSON; null where none is under way. */
export const closing: Migration = {
  number: 13,
  sqlite: `
ALTER TABLE governed_sessions ADD COLUMN closing TEXT;
`,
};
