import { estimateTokens } from "../../core/index.ts";

/** What may be among an answer. */
export interface Selectable {
  readonly content: string;
  /** The message that it comes from: said once is enough. */
  readonly origin: string;
  /** Its terms as numbers, in order. */
  readonly signed: Uint32Array;
}

/** How much two passages may differ and still say the same: a short one may lack a word, a long one also have another. */
const DIFFERENT = { short: 0.2, long: 0.1 };
const LONG_TERMS = 15;
/** No text has more tokens than that for each of its characters. */
const MOST_TOKENS = 2;

/** Whether a passage says nearly what another said before. Most differ in their first few terms already. */
export function repeats(said: Uint32Array, before: Uint32Array): boolean {
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

/** The best that fit into a budget of tokens, taken one after the other, best first; what says nearly the same, once. */
export class Selection<Item extends Selectable> {
  readonly kept: Item[] = [];
  readonly #origins = new Set<string>();
  readonly #limit: number;
  readonly #budget: number;
  #chars = 0;
  #tokens: number | undefined;

  constructor(budget: number, limit: number) {
    this.#budget = budget;
    this.#limit = limit;
  }

  get missing(): number {
    return this.#limit - this.kept.length;
  }

  offer(items: readonly Item[]): void {
    for (const item of items) {
      if (this.missing <= 0) return;
      if (this.#origins.has(item.origin)) continue;
      if (!this.#fits(item) || this.kept.some(({ signed }) => repeats(item.signed, signed))) continue;
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
