import { hasNoSpaces } from "../../core/index.ts";

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

/** What a text is about, and what it says of it: its words in lower case, and whatever holds a digit. */
export interface Terms {
  readonly words: ReadonlySet<string>;
  readonly values: ReadonlySet<string>;
}

/** Pairs of characters stand for words where words have no spaces between them. */
export function termsOf(text: string): Terms {
  const words = new Set<string>();
  const values = new Set<string>();
  for (const term of text.toLowerCase().replaceAll("’", "'").match(TERM) ?? []) {
    if (hasNoSpaces(term)) {
      for (const number of term.match(/\d+/g) ?? []) values.add(number);
      const written = term.replace(/\d+/g, "");
      for (let at = 0; at + 2 <= written.length; at++) words.add(written.slice(at, at + 2));
    } else if (/\d/.test(term)) values.add(term);
    else if (!EMPTY.has(term)) words.add(term);
  }
  return { words, values };
}

/** How much of two texts is the same. */
export interface Shared {
  readonly words: number;
  readonly values: number;
}

/** How much two texts speak of the same that share so many words: 0 to 1. */
export function likeness(a: Terms, b: Terms, shared: number): number {
  const all = a.words.size + b.words.size - shared;
  return all === 0 ? 0 : shared / all;
}

export const haveSameValues = (a: Terms, b: Terms, shared: Shared): boolean =>
  a.values.size === b.values.size && shared.values === a.values.size;

const FEWEST = 2;
const MOST_ADDED = 3;

/** Whether a later text says all that an earlier one said, and little more. */
export const isWithin = (earlier: Terms, later: Terms, shared: number): boolean =>
  earlier.words.size >= FEWEST && later.words.size <= earlier.words.size + MOST_ADDED && shared === earlier.words.size;

const STEM = 5;
const stem = (term: string): string => term.slice(0, STEM);
const ENOUGH = 0.6;

/** Tells whether a report that something is done speaks of what was open: "renewed my passport" of "renew my passport". */
export function settledBy(report: Terms): (open: Terms) => boolean {
  const stems = new Set([...report.words].map(stem));
  return ({ words }) =>
    words.size > 0 && [...words].filter((term) => stems.has(stem(term))).length / words.size >= ENOUGH;
}
