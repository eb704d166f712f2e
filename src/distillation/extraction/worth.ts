import type { Thought } from "./thoughts.ts";

/*
 * How much a statement would be missed, by general numbers: values and names in it, how rare its words are in this conversation,
 * whether others come back to them, how much it says. No list of words of any language.
 */

const VALUE = /\d/;
const MEASURED =
  /[$€£¥₹%°]|\d\s?(?:%|°|[a-zµ]{1,4}\b|\p{L}{3,}|[年月日号岁歳元円点時时分个個天周毫克斤公里])|\d[:./-]\d/iu;
/** A capital inside a sentence is a name, or in German a noun: a hint, not a proof. */
const NAMES = /(?<=[\p{Ll}\p{Nd}][,:]?\s)(?!I\b|I['’])\p{Lu}[\p{L}\p{M}]+/gu;
const MARKED = /["“«「『《][^"”»」』》]{2,80}["”»」』》]|`[^`]+`/;

/** How exact a text is: values, names and what it quotes. Whom everybody speaks to all the time is no name. */
export function exactness(text: string, isCommon: (word: string) => boolean = () => false): number {
  let score = 0;
  if (VALUE.test(text)) score += MEASURED.test(text) ? 0.25 : 0.15;
  if ((text.match(NAMES) ?? []).some((name) => !isCommon(name.toLowerCase()))) score += 0.15;
  if (MARKED.test(text)) score += 0.1;
  return score;
}

/** "Time: 3 pm", "Here it is:": a line of a list or what leads to one. */
const LABELLED = /^\p{Lu}[\p{L} -]{0,20}[:：] |[:：]$/u;
const LONG_WORD = 8;
const LONG_WORD_IN_SIGNS = 2;
const SIGNS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;
const ENOUGH_WORDS = 6;
const FEWEST_WORDS = 3;
/** A word in more than this share of the messages is what they all are about. */
const EVERYWHERE = 0.1;

/** In how many messages each word stands. */
export class WordCounts {
  readonly #holders = new Map<string, number>();
  #messages = 0;

  add(thoughts: readonly Thought[]): void {
    this.#messages += 1;
    const words = new Set<string>();
    for (const { terms } of thoughts) for (const word of terms.words) words.add(word);
    for (const word of words) this.#holders.set(word, (this.#holders.get(word) ?? 0) + 1);
  }

  holders(word: string): number {
    return this.#holders.get(word) ?? 1;
  }

  isCommon(word: string): boolean {
    return this.holders(word) > Math.max(3, this.#messages * EVERYWHERE);
  }

  /** From 0, in every message, to 1, in one alone. */
  rarity(words: ReadonlySet<string>): number {
    if (words.size === 0) return 0;
    const all = Math.log(this.#messages + 1);
    let sum = 0;
    for (const word of words) sum += Math.log((this.#messages + 1) / this.holders(word)) / all;
    return sum / words.size;
  }

  /** The share of words that some other messages have, but by far not all. */
  recurrence(words: ReadonlySet<string>): number {
    const recurring = [...words].filter((word) => this.holders(word) >= 2 && !this.isCommon(word));
    return words.size === 0 ? 0 : recurring.length / words.size;
  }
}

/** 0 to about 1: what a reader would miss. */
export function worthOf({ text, terms: { words } }: Thought, counts: WordCounts): number {
  const exact = exactness(text, (word) => counts.isCommon(word));
  const says = Math.min(1, words.size / ENOUGH_WORDS);
  const hasLongWord = [...words].some((word) => word.length >= (SIGNS.test(word) ? LONG_WORD_IN_SIGNS : LONG_WORD));
  const isExclaimed = /[!！]\s*$/.test(text) && exact < 0.25;
  return (
    exact +
    0.25 * counts.rarity(words) +
    0.15 * counts.recurrence(words) +
    0.15 * says +
    (hasLongWord ? 0.1 : 0) -
    (isExclaimed ? 0.15 : 0) -
    (words.size < FEWEST_WORDS && exact < 0.25 && !hasLongWord ? 0.2 : 0) -
    (LABELLED.test(text) ? 0.25 : 0)
  );
}
