/** Exact things that documents promise: what a search of the code can find or miss without guessing. */
export const PROMISE_KINDS = ["flag", "command", "route", "name"] as const;
export type PromiseKind = (typeof PROMISE_KINDS)[number];

export interface Place {
  readonly path: string;
  readonly line: number;
}

/** A route; an undefined segment is a parameter. */
export interface Route {
  /** Undefined where the document names only the path. */
  readonly method: string | undefined;
  readonly segments: readonly (string | undefined)[];
}

export interface DocumentPromise {
  readonly kind: PromiseKind;
  /** Without dashes, the program or brackets; of a route its path. */
  readonly name: string;
  /** As the document has it. */
  readonly words: string;
  readonly place: Place;
  readonly route?: Route;
}

/** Nothing was found, and few or many places promise it; or something was found. */
export const VERDICTS = ["confirmed", "high_ambiguity", "kept"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** With this many mentions it is likelier that the searches miss it: a person must check. */
const AMBIGUOUS_FROM = 3;

/** What only tests use may exist in a way that the searches do not see. */
export function verdictOf(hits: readonly number[], mentions: number, isInTests = false): Verdict {
  if (hits.some((count) => count > 0)) return "kept";
  return mentions >= AMBIGUOUS_FROM || isInTests ? "high_ambiguity" : "confirmed";
}
