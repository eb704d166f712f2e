/** Nothing was found, and few or many places promise it; or something was found. */
export const VERDICTS = ["confirmed", "high_ambiguity", "kept"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Where so many places speak of a thing, it is likelier that the searches miss it: a person must look. */
const AMBIGUOUS_FROM = 3;

export function verdictOf(hits: readonly number[], mentions: number): Verdict {
  if (hits.some((count) => count > 0)) return "kept";
  return mentions >= AMBIGUOUS_FROM ? "high_ambiguity" : "confirmed";
}
