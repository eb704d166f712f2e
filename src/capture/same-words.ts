/** Transcripts trim and fold white space, hooks do not. */
export const sameWords = (one: string, other: string): boolean =>
  one === other || (one.length < FOLDED_UP_TO && folded(one) === folded(other));
const FOLDED_UP_TO = 10_000;
const folded = (text: string): string => text.replace(/\s+/g, " ").trim();
