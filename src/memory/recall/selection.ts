import { denials, estimateTokens } from "../../core/index.ts";
import { contentTerms } from "../../text/index.ts";

/** What may be among an answer. */
export interface Selectable {
  readonly content: string;
  /** The message that it comes from: said once is enough. */
  readonly origin: string;
  /** Its terms as numbers, in order. */
  readonly signed: Uint32Array;
}

/**
 * How much two passages may differ and still say the same: a short one may lack a word, a long one also have another.
 */
const DIFFERENT = { short: 0.2, long: 0.1 };
const LONG_TERMS = 15;
/** No text has more tokens than that for each of its characters. */
const MOST_TOKENS = 2;

/** Whether all terms of a text stand in another one, in this order. */
function isWithin(terms: readonly string[], others: readonly string[]): boolean {
  let at = 0;
  for (const other of others) if (other === terms[at]) at += 1;
  return at === terms.length;
}

/**
 * Whether a text says nearly what another said before. The few that have the same words are read: "A is not B" denies,
 * "B is A" may turn it around.
 */
export function isNearDuplicate(said: Selectable, before: Selectable): boolean {
  if (!haveSameTerms(said.signed, before.signed) || denials(said.content) !== denials(before.content)) return false;
  return said.signed.length >= LONG_TERMS || isWithin(contentTerms(said.content), contentTerms(before.content));
}

/** Whether the message that something was read from stands there with the very words. */
const isQuotedIn = (said: Selectable, other: Selectable): boolean =>
  said.origin === other.origin && other.content.includes(said.content);

/** Whether two passages have nearly the same terms. Most differ in their first few already. */
function haveSameTerms(said: Uint32Array, before: Uint32Array): boolean {
  const isLong = said.length >= LONG_TERMS;
  const share = isLong ? DIFFERENT.long : DIFFERENT.short;
  const most = (share * (said.length + before.length)) / (2 - share);
  if (Math.abs(said.length - before.length) > most) return false;
  let [different, at, other] = [0, 0, 0];
  while (at < said.length && other < before.length) {
    // Without how often the term stands there.
    const x = (said[at] ?? 0) >>> 4;
    const y = (before[other] ?? 0) >>> 4;
    if (x !== y) different += 1;
    // One word more in a short text is what it is about: another number, another name.
    if (different > most || (x < y && !isLong)) return false;
    if (x <= y) at += 1;
    if (y <= x) other += 1;
  }
  if (at < said.length && !isLong) return false;
  return different + (said.length - at) + (before.length - other) <= most;
}

/**
 * The best that fit into a budget of tokens, taken one after the other, best first; what says nearly the same, once.
 */
export class Selection<Item extends Selectable> {
  readonly kept: Item[] = [];
  readonly #origins = new Set<string>();
  readonly #limit: number;
  readonly #budget: number;
  readonly #shown: readonly Item[];
  #chars = 0;
  #tokens: number | undefined;

  /** What is said beside it is not to be said again. */
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

  /** Tokens are counted only where they might not fit. */
  #fits({ content }: Item): boolean {
    if (MOST_TOKENS * (this.#chars + content.length) <= this.#budget) return true;
    this.#tokens ??= this.kept.reduce((sum, one) => sum + estimateTokens(one.content), 0);
    return this.#tokens + estimateTokens(content) <= this.#budget;
  }
}
