const STOP_WORDS = new Set(
  `a about above after again all am an and any are as at be because been before being below between both but by can could
  did do does doing down during each few for from further had has have having he her here hers him his how i if in into is
  it its itself just let me more most my no nor not now of off on once only or other our out over own please same she should
  so some such than that the their them then there these they this those through to too under until up very was we were what
  when where which while who whom why will with would you your`.split(/\s+/),
);

/** A question is short; what is longer was pasted, and its beginning tells what it is. */
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
