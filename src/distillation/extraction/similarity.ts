const WITH_DIGIT = /[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}.,_/'-]*[\p{L}\p{M}\p{N}])?/gu;

/** The content words of a text, and its values: terms with a digit. */
export interface Terms {
  readonly words: ReadonlySet<string>;
  readonly values: ReadonlySet<string>;
}

export function termsOf(text: string, contentTerms: (text: string) => readonly string[]): Terms {
  const values = new Set((text.toLowerCase().match(WITH_DIGIT) ?? []).filter((term) => /\d/.test(term)));
  return { words: new Set(contentTerms(text).filter((term) => !/\d/.test(term))), values };
}

const sharedOf = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  let count = 0;
  for (const term of a) if (b.has(term)) count += 1;
  return count;
};

/** The overlap of the words of two texts: 0 to 1. */
function similarity(a: Terms, b: Terms): number {
  const shared = sharedOf(a.words, b.words);
  const all = a.words.size + b.words.size - shared;
  return all === 0 ? 0 : shared / all;
}

const haveSameValues = (a: Terms, b: Terms): boolean =>
  a.values.size === b.values.size && sharedOf(a.values, b.values) === a.values.size;

const SAME = 0.8;
const SAME_SUBJECT = 0.6;
const FEWEST = 2;
const MOST_ADDED = 3;

/** Whether a later text contains an earlier one and adds little. */
const isWithin = (earlier: Terms, later: Terms): boolean =>
  earlier.words.size >= FEWEST &&
  later.words.size <= earlier.words.size + MOST_ADDED &&
  sharedOf(earlier.words, later.words) === earlier.words.size;

/** Nearly the same words and the same values. */
export const isSame = (earlier: Terms, later: Terms): boolean =>
  haveSameValues(earlier, later) && (similarity(earlier, later) >= SAME || isWithin(earlier, later));

/** The same words around another value: the later one is valid. */
export const isReplaced = (earlier: Terms, later: Terms): boolean =>
  earlier.values.size > 0 &&
  later.values.size > 0 &&
  !haveSameValues(earlier, later) &&
  similarity(earlier, later) >= SAME_SUBJECT;

const SETTLED = 0.6;

/** Whether a report settles an open item: "renewed my passport" settles "renew my passport". */
export const isSettledBy = (open: Terms, report: Terms): boolean =>
  open.words.size > 0 && sharedOf(open.words, report.words) / open.words.size >= SETTLED;
