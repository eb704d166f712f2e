/** A full-text query that matches any of the terms; quoted, so that nothing in them is taken as syntax. */
export function anyOf(terms: readonly string[]): string | undefined {
  const phrases = terms.filter((term) => term.trim() !== "");
  if (phrases.length === 0) return undefined;
  return phrases.map((phrase) => `"${phrase.replaceAll('"', '""')}"`).join(" OR ");
}

/** bm25 is unbounded and negative, better is smaller; relevance is 0 to 1. */
export function relevanceOf(bm25: number): number {
  const strength = Math.max(0, -bm25);
  return strength / (strength + 4);
}
