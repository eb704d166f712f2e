import { denials, estimateTokens } from "../../core/index.ts";
import { contentTerms } from "../../text/index.ts";

export interface Selectable {
  readonly content: string;
  /** The message that it comes from: each is shown once. */
  readonly origin: string;
  /** Its terms as sorted numbers. */
  readonly signed: Uint32Array;
}

/** How much two duplicates may differ: a short one may lack a word, a long one may also have another. */
const DIFFERENT = { short: 0.2, long: 0.1 };
const LONG_TERMS = 15;
/** The most tokens for each character. */
const MOST_TOKENS = 2;

/** Whether all terms of a text are in another, in the same order. */
function isWithin(terms: readonly string[], others: readonly string[]): boolean {
  let at = 0;
  for (const other of others) if (other === terms[at]) at += 1;
  return at === terms.length;
}

/**
 * Whether a text says nearly the same as an earlier one. Those with the same words are compared in full: "A is not B"
 * denies, "B is A" may reverse.
 */
export function isNearDuplicate(item: Selectable, before: Selectable): boolean {
  if (!haveSameTerms(item.signed, before.signed) || denials(item.content) !== denials(before.content)) return false;
  return item.signed.length >= LONG_TERMS || isWithin(contentTerms(item.content), contentTerms(before.content));
}

/** Whether the other result is its source message and contains it. */
const isQuotedIn = (item: Selectable, other: Selectable): boolean =>
  item.origin === other.origin && other.content.includes(item.content);

/** Whether two passages have nearly the same terms. Most differ within the first few. */
function haveSameTerms(item: Uint32Array, before: Uint32Array): boolean {
  const isLong = item.length >= LONG_TERMS;
  const share = isLong ? DIFFERENT.long : DIFFERENT.short;
  const most = (share * (item.length + before.length)) / (2 - share);
  if (Math.abs(item.length - before.length) > most) return false;
  let [different, at, other] = [0, 0, 0];
  while (at < item.length && other < before.length) {
    // Without the count in the low bits.
    const x = (item[at] ?? 0) >>> 4;
    const y = (before[other] ?? 0) >>> 4;
    if (x !== y) different += 1;
    // One more word in a short text matters: another number, another name.
    if (different > most || (x < y && !isLong)) return false;
    if (x <= y) at += 1;
    if (y <= x) other += 1;
  }
  if (at < item.length && !isLong) return false;
  return different + (item.length - at) + (before.length - other) <= most;
}

/** The best items that fit into a token budget, without near duplicates. */
export class Selection<Item extends Selectable> {
  readonly kept: Item[] = [];
  readonly #origins = new Set<string>();
  #chars = 0;
  #tokens: number | undefined;

  /** `shown`: results next to which nothing is repeated. */
  readonly #budget: number;
  readonly #limit: number;
  readonly #shown: readonly Item[] = [];

  constructor(budget: number, limit: number, shown: readonly Item[] = []) {
    this.#budget = budget;
    this.#limit = limit;
    this.#shown = shown;
  }

  get missing(): number {
    return this.#limit - this.kept.length;
  }

  offer(items: readonly Item[]): void {
    for (const item of items) {
      if (this.missing <= 0) return;
      if (this.#origins.has(item.origin)) continue;
      if (!this.#fits(item) || this.kept.some((before) => isNearDuplicate(item, before))) continue;
      if (this.#shown.some((other) => isQuotedIn(item, other) || isNearDuplicate(item, other))) continue;
      this.#origins.add(item.origin);
      this.#chars += item.content.length;
      if (this.#tokens !== undefined) this.#tokens += estimateTokens(item.content);
      this.kept.push(item);
    }
  }

  /** Tokens are counted only when the text might not fit. */
  #fits({ content }: Item): boolean {
    if (MOST_TOKENS * (this.#chars + content.length) <= this.#budget) return true;
    this.#tokens ??= this.kept.reduce((sum, one) => sum + estimateTokens(one.content), 0);
    return this.#tokens + estimateTokens(content) <= this.#budget;
  }
}
