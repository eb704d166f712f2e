import { sha256, slotOf, wordsKey } from "../core/index.ts";

/** Equal for memories with the same words. */
export const contentHash = (content: string): string => sha256(wordsKey(content));

/** The form up to schema 15: all that is left of memories that were forgotten then. */
export const formerHash = (content: string): string => sha256(content.replace(/\s+/g, " ").trim().toLowerCase());

/** Equal for memories that give the same slot a value; null without a slot. */
export const slotHash = (content: string): string | null => {
  const slot = slotOf(content);
  return slot ? sha256(slot.key) : null;
};
