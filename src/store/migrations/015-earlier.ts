import type { Migration } from "./migration.ts";

/*
 * Former contents of a ledger file, as reverse diffs: an editor may save a text that it read long ago.
 */
export const earlier: Migration = {
  number: 15,
  sqlite: `
ALTER TABLE ledger_files ADD COLUMN earlier TEXT;
`,
};
