import type { Tally, Ungrounded } from "../tally-claims.ts";

const MOST_LISTED = 10;

export const twoDecimals = (number: number): string => number.toFixed(2);

/** The first of them, a line each, with what was wrong where something was looked up. */
export function ungroundedLines(ungrounded: readonly Ungrounded[]): string[] {
  const more = ungrounded.length - MOST_LISTED;
  return [
    ...ungrounded
      .slice(0, MOST_LISTED)
      .map(({ claim, why }) => `  - ${claim || "(no text)"}${why === undefined ? "" : ` (${why})`}`),
    ...(more > 0 ? [`  ... and ${more} more`] : []),
  ];
}

export function groundingReport(tally: Tally, threshold: string, pass: boolean): string {
  const ratio = twoDecimals(tally.ratio);
  const message =
    tally.total === 0
      ? "No claims were made: a zero-claim session passes"
      : `${tally.grounded} of ${tally.total} claims are grounded: ratio ${ratio}, ${pass ? "at or above" : "below"} the threshold ${threshold}`;
  return [
    `total_claims=${tally.total}`,
    `grounded_claims=${tally.grounded}`,
    `grounded_citations=${tally.by.citation}`,
    `grounded_references=${tally.by.code_reference}`,
    `grounded_user_input=${tally.by.user_input}`,
    `assumptions=${tally.assumptions}`,
    `grounding_ratio=${ratio}`,
    `threshold=${threshold}`,
    `status=${pass ? "pass" : "fail"}`,
    `message=${message}`,
    ...(pass ? [] : ["ungrounded_claims:", ...ungroundedLines(tally.ungrounded)]),
  ].join("\n");
}

export const groundingError = (error: string, message: string): string => `error=${error}\nmessage=${message}`;
