import { STOP_WORDS } from "./stop-words.ts";

/** A question is short; longer texts were pasted, and their beginning is enough. */
const LONGEST_QUERY = 20_000;

/** The words of a text that a search is worth running for, in order, each once. */
export function queryTerms(text: string, limit = 12): string[] {
  const words =
    text
      .slice(0, LONGEST_QUERY)
      .toLowerCase()
      .match(/[\p{L}\p{N}_][\p{L}\p{N}_.\-/]*/gu) ?? [];
  const terms = words
    .map((word) => word.replace(/[.\-/]+$/, ""))
    .filter((word) => word.length > 1 && !STOP_WORDS.has(word));
  return [...new Set(terms)].slice(0, limit);
}
