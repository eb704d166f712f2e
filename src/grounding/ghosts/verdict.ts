/** Nothing was found, and few or many places promise it; or something was found. */
export const VERDICTS = ["confirmed", "high_ambiguity", "kept"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Where so many places speak of a thing, it is likelier that the searches miss it: a person must look. */
const AMBIGUOUS_FROM = 3;

/** A thing that only tests use is there in some way that the searches do not see, or was. */
export function verdictOf(hits: readonly number[], mentions: number, isInTests = false): Verdict {
  if (hits.some((count) => count > 0)) return "kept";
  return mentions >= AMBIGUOUS_FROM || isInTests ? "high_ambiguity" : "confirmed";
}
