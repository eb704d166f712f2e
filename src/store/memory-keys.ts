import { sha256, slotOf, wordsKey } from "../core/index.ts";

/** Equal for memories that are the same words. */
export const contentHash = (content: string): string => sha256(wordsKey(content));

/** As it was kept up to schema 15: of what was forgotten then, the words are gone, and this is all that is left. */
export const formerHash = (content: string): string => sha256(content.replace(/\s+/g, " ").trim().toLowerCase());

/** Equal for memories that give the same thing a value; null for those that give none. */
export const slotHash = (content: string): string | null => {
  const slot = slotOf(content);
  return slot ? sha256(slot.key) : null;
};
