import { estimateTokens } from "../../core/index.ts";

/** What may be among an answer. */
export interface Selectable {
  readonly content: string;
  /** The message that it comes from: said once is enough. */
  readonly origin: string;
  /** Its terms as numbers, in order. */
  readonly signed: Uint32Array;
}

const SAME = 0.8;

/** How much two passages share of their terms: 0 to 1. */
export function overlap(a: Uint32Array, b: Uint32Array): number {
  let [shared, at, other] = [0, 0, 0];
  while (at < a.length && other < b.length) {
    const [x, y] = [(a[at] ?? 0) >>> 4, (b[other] ?? 0) >>> 4];
    if (x === y) shared += 1;
    if (x <= y) at += 1;
    if (y <= x) other += 1;
  }
  const all = a.length + b.length - shared;
  return all === 0 ? 1 : shared / all;
}

/** The best that fit into a budget of tokens, best first; what says nearly the same, once. */
export function select<Item extends Selectable>(ranked: readonly Item[], budget: number, limit: number): Item[] {
  const kept: Item[] = [];
  const origins = new Set<string>();
  let left = budget;
  for (const item of ranked) {
    if (kept.length >= limit) break;
    if (origins.has(item.origin)) continue;
    const tokens = estimateTokens(item.content);
    if (tokens > left || kept.some(({ signed }) => overlap(signed, item.signed) >= SAME)) continue;
    origins.add(item.origin);
    left -= tokens;
    kept.push(item);
  }
  return kept;
}
