import type { Migration } from "./migration.ts";

/*
 * Memories by what they give a value to, and by their words without case, punctuation and markdown (`memory-keys.ts`).
 */
export const slots: Migration = {
  number: 18,
  sqlite: `
ALTER TABLE memories ADD COLUMN slot_hash TEXT;
UPDATE memories SET content_hash = memory_content_hash(content), slot_hash = memory_slot_hash(content)
  WHERE forgotten_at IS NULL;
CREATE INDEX memories_by_slot ON memories (slot_hash) WHERE slot_hash IS NOT NULL AND superseded_by IS NULL;
`,
};
