/*
 * The terms of a passage as numbers, four bytes each, in order: a hash of the term and its count. So a
 * hundred passages are weighed against a question without reading their texts.
 */

const COUNT_BITS = 4;
const MOST = 2 ** COUNT_BITS - 1;

/** 28 bits: among the few hundred passages that a question looks at, two terms never meet by chance. */
export function termHash(term: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < term.length; at++) hash = Math.imul(hash ^ term.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> COUNT_BITS;
}

export function signature(terms: readonly string[]): Uint8Array {
  const counts = new Map<number, number>();
  for (const term of terms) {
    const hash = termHash(term);
    counts.set(hash, Math.min(MOST, (counts.get(hash) ?? 0) + 1));
  }
  const numbers = Uint32Array.from(counts, ([hash, count]) => hash * (MOST + 1) + count).sort();
  return new Uint8Array(numbers.buffer);
}

/** A signature as it can be searched. */
export function signatureOf(bytes: Uint8Array): Uint32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : Uint8Array.from(bytes);
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength >>> 2);
}

/** Counts many terms at once: they and the terms of a passage are in order, so one walk through both finds them all. */
export class Counter {
  readonly #wanted: Float64Array;
  readonly #places: Uint16Array;
  /** The counts of the terms, in the order of the constructor's list; of the passage that was counted last. */
  readonly counts: Uint8Array;

  constructor(hashes: readonly number[]) {
    const inOrder = hashes.map((hash, place) => ({ hash, place })).sort((a, b) => a.hash - b.hash);
    this.#wanted = Float64Array.from(inOrder, ({ hash }) => hash);
    this.#places = Uint16Array.from(inOrder, ({ place }) => place);
    this.counts = new Uint8Array(hashes.length);
  }

  count(signed: Uint32Array): Uint8Array {
    const [wanted, places, counts] = [this.#wanted, this.#places, this.counts];
    counts.fill(0);
    for (let at = 0, next = 0; at < signed.length && next < wanted.length; ) {
      const number = signed[at] ?? 0;
      const hash = number >>> COUNT_BITS;
      const sought = wanted[next] ?? 0;
      // The same term may be sought twice.
      if (hash === sought) counts[places[next++] ?? 0] = number & MOST;
      else if (hash < sought) at += 1;
      else next += 1;
    }
    return counts;
  }
}

/** Each hash and its count. */
export function* entriesOf(signed: Uint32Array): Generator<readonly [number, number]> {
  for (const number of signed) yield [Math.floor(number / (MOST + 1)), number & MOST];
}
