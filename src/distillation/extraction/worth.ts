import type { Terms } from "./similarity.ts";

const VALUE = /\d/;
const MEASURED =
  /[$€£¥₹%°]|\d\s?(?:%|°|[a-zµ]{1,4}\b|\p{L}{3,}|[年月日号岁歳元円点時时分个個天周毫克斤公里])|\d[:./-]\d/iu;
/** A capital inside a sentence is a name, or in German a noun: a hint, not a proof. */
const NAMES = /(?<=[\p{Ll}\p{Nd}][,:]?\s)(?!I\b|I['’])\p{Lu}[\p{L}\p{M}]+/gu;
const MARKED = /["“«「『《][^"”»」』》]{2,80}["”»」』》]|`[^`]+`/;

/** The weights of the features. */
const HANDED = 0.25;
const RARITY = 0.35;

const EXACT = 0.25;
/** "Here is my code:" */
const LEADS_ON = /[:：]$/;
const FEWEST_WORDS = 3;
const ENOUGH_WORDS = 6;
const LONG_WORD = 8;
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;
const isLong = (word: string): boolean => word.length >= LONG_WORD || (UNSPACED.test(word) && word.length > 1);
/** A name in more than this share of the statements is a form of address. */
const EVERYWHERE = 0.03;
const SOME = 3;

/** How much a statement would be missed, by features that need no word list of any language. */
export class Worth {
  readonly #holders = new Map<string, number>();
  readonly #count: number;

  constructor(all: readonly Terms[]) {
    this.#count = all.length;
    for (const { words } of all) for (const word of words) this.#holders.set(word, (this.#holders.get(word) ?? 0) + 1);
  }

  /** 0 to about 1: how likely a careful reader would hand it over, how exact it is, and how rare its words are. */
  of(text: string, { words }: Terms, handedOver: number): number {
    const exact = this.#exactness(text);
    const saysLittle = LEADS_ON.test(text) || (words.size < FEWEST_WORDS && ![...words].some(isLong));
    return exact + HANDED * handedOver + RARITY * this.#rarity(words) - (exact < EXACT && saysLittle ? 0.2 : 0);
  }

  /** Whether two share a value, or a rare word. */
  isSameSubject(one: Terms, other: Terms): boolean {
    const isRare = (word: string): boolean => one.words.has(word) && (this.#holders.get(word) ?? 0) <= SOME;
    return [...other.values].some((value) => one.values.has(value)) || [...other.words].some(isRare);
  }

  /** Values, names and what is quoted. */
  #exactness(text: string): number {
    const value = VALUE.test(text) ? (MEASURED.test(text) ? 0.25 : 0.15) : 0;
    const most = Math.max(SOME, this.#count * EVERYWHERE);
    const names = (text.match(NAMES) ?? []).filter((name) => (this.#holders.get(name.toLowerCase()) ?? 0) <= most);
    return value + (names.length > 0 ? 0.15 : 0) + (MARKED.test(text) ? 0.1 : 0);
  }

  /** From 0, in all statements, to 1, in only one; short statements score lower. */
  #rarity(words: ReadonlySet<string>): number {
    const all = Math.log(this.#count + 1);
    let sum = 0;
    for (const word of words) sum += 1 - Math.log(this.#holders.get(word) ?? 1) / all;
    return sum / Math.max(ENOUGH_WORDS, words.size);
  }
}
