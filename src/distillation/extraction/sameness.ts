import { hasNoSpaces } from "./lexicon.ts";

const TERM = /[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}._/'-]*[\p{L}\p{M}\p{N}])?/gu;

const EMPTY = new Set(
  `a an the and or but so of to in on at for with from by as is are was were be been am i i'm i've me my we our us you your it
  it's its he she they his her their this that these those there here do does did have has had will would can could should
  just also very really too now then not no yes please let's if when what which who how about into up out over than more
  need want must should still todo
  der die das ein eine einen und oder aber ich mein meine wir ist sind war zu im in am auf mit für von nicht auch noch
  le la les un une des et ou mais je mon ma nous est sont à au en dans sur avec pour de du ne pas
  el los las y o pero yo mi es son era en con por para no que se lo un una
  и в на я мой мы это не что с у к по`.split(/\s+/),
);

/** The words that carry a text, in lower case; pairs of characters where words have no spaces between them. */
export function termsOf(text: string): Set<string> {
  const terms = new Set<string>();
  for (const word of text.toLowerCase().replaceAll("’", "'").match(TERM) ?? []) {
    if (hasNoSpaces(word)) for (let at = 0; at + 2 <= word.length; at++) terms.add(word.slice(at, at + 2));
    else if (!EMPTY.has(word)) terms.add(word);
  }
  return terms;
}

const isValue = (term: string): boolean => /\d/.test(term);

/** Two texts side by side: whether they speak of the same, and whether they say the same of it. */
export function compare(a: ReadonlySet<string>, b: ReadonlySet<string>): { subject: number; values: boolean } {
  let shared = 0;
  let words = 0;
  let values = true;
  for (const term of a) {
    if (isValue(term)) values &&= b.has(term);
    else words += 1;
    if (!isValue(term) && b.has(term)) shared += 1;
  }
  for (const term of b) {
    if (isValue(term)) values &&= a.has(term);
    else if (!a.has(term)) words += 1;
  }
  return { subject: words === 0 ? 0 : shared / words, values };
}

export function sharesValue(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  for (const term of a) if (isValue(term) && b.has(term)) return true;
  return false;
}

const FEWEST = 2;
const MOST_ADDED = 3;

/** Whether a later text says all that an earlier one said, and little more. */
export function isWithin(earlier: ReadonlySet<string>, later: ReadonlySet<string>): boolean {
  if (earlier.size < FEWEST || later.size > earlier.size + MOST_ADDED) return false;
  for (const term of earlier) if (!later.has(term)) return false;
  return true;
}

const STEM = 5;
const stem = (term: string): string => term.slice(0, STEM);
const ENOUGH = 0.6;

/** Whether a report that something is done speaks of what was open: "renewed my passport" of "renew my passport". */
export function settles(report: ReadonlySet<string>, open: ReadonlySet<string>): boolean {
  if (open.size === 0) return false;
  const stems = new Set([...report].map(stem));
  return [...open].filter((term) => stems.has(stem(term))).length / open.size >= ENOUGH;
}
