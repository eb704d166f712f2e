import type { Migration } from "./migration.ts";

/*
 * What a ledger's file said before, as steps back from what it says: an editor may save a text that it read long ago.
 */
export const earlier: Migration = {
  number: 15,
  name: "earlier",
  sqlite: `
ALTER TABLE ledger_files ADD COLUMN earlier TEXT;
`,
};
