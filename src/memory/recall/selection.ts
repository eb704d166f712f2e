import { estimateTokens } from "../../core/index.ts";

/** What may be among an answer. */
export interface Selectable {
  readonly content: string;
  /** The message that it comes from: said once is enough. */
  readonly origin: string;
  /** Its terms as numbers, in order. */
  readonly signed: Uint32Array;
}

/** Two passages that share so much of their terms say the same. */
const SAME = 0.8;
/** No text has more tokens than that for each of its characters. */
const MOST_TOKENS = 2;

/** Whether two passages say nearly the same. Most differ in their first few terms already. */
export function areSame(a: Uint32Array, b: Uint32Array): boolean {
  const mostDifferent = ((1 - SAME) * (a.length + b.length)) / (1 + SAME);
  let different = Math.abs(a.length - b.length);
  if (different > mostDifferent) return false;
  different = 0;
  let [at, other] = [0, 0];
  while (at < a.length && other < b.length) {
    // Without how often the term stands there.
    const x = (a[at] ?? 0) >>> 4;
    const y = (b[other] ?? 0) >>> 4;
    if (x !== y) different += 1;
    if (different > mostDifferent) return false;
    if (x <= y) at += 1;
    if (y <= x) other += 1;
  }
  return different + (a.length - at) + (b.length - other) <= mostDifferent;
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
      if (!this.#fits(item) || this.kept.some(({ signed }) => areSame(signed, item.signed))) continue;
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
