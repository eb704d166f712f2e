import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A term of similar meaning; likeness is 0 to 1. */
export interface RelatedWord {
  readonly term: string;
  readonly similarity: number;
}

const HEADER_NUMBERS = 5;
/** How fast the weight of a word falls with its frequency. */
const COMMONNESS = 1e-3;
const NEWLINE = 10;
const NO_NEIGHBOUR = 0xffff;

/** Vectors of English words, from the file that scripts/pack-words.mjs writes. The bytes are used in place. */
export class WordVectors {
  readonly dimensions: number;
  readonly #count: number;
  readonly #neighbourCount: number;
  readonly #cellCount: number;
  readonly #ranks: Uint16Array;
  readonly #neighbours: Uint16Array;
  readonly #likenesses: Uint8Array;
  readonly #cells: Int8Array;
  readonly #vectors: Int8Array;
  readonly #names: Buffer;
  readonly #starts: Uint32Array;
  readonly #allRanks: number;

  constructor(file: Buffer) {
    // A copy of four megabytes would stay in memory next to the original until it is collected.
    const bytes = file.byteLength === file.buffer.byteLength ? file.buffer : new Uint8Array(file).buffer;
    const [count = 0, dimensions = 0, neighbours = 0, cells = 0, names = 0] = new Uint32Array(bytes, 0, HEADER_NUMBERS);
    this.#count = count;
    this.dimensions = dimensions;
    this.#neighbourCount = neighbours;
    this.#cellCount = cells;
    let at = 4 * HEADER_NUMBERS;
    const take = (size: number) => {
      at += size;
      return at - size;
    };
    this.#ranks = new Uint16Array(bytes, take(2 * count), count);
    this.#neighbours = new Uint16Array(bytes, take(2 * count * neighbours), count * neighbours);
    this.#likenesses = new Uint8Array(bytes, take(count * neighbours), count * neighbours);
    this.#cells = new Int8Array(bytes, take(cells * dimensions), cells * dimensions);
    this.#vectors = new Int8Array(bytes, take(count * dimensions), count * dimensions);
    this.#names = Buffer.from(bytes, take(names), names);
    if (count === 0 || at !== bytes.byteLength) throw new Error("the file of words is damaged");
    this.#starts = new Uint32Array(count + 1);
    for (let byte = 0, word = 1; byte < names; byte++)
      if (this.#names[byte] === NEWLINE) this.#starts[word++] = byte + 1;
    this.#starts[count] = names + 1;
    this.#allRanks = Math.log(count) + 0.5772;
  }

  static open(path: string): WordVectors {
    return new WordVectors(readFileSync(path));
  }

  get size(): number {
    return this.#count;
  }

  /** The index of a term; the file is sorted. */
  #find(term: string): number | undefined {
    let low = 0;
    let high = this.#count - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const order = this.#order(middle, term);
      if (order === 0) return middle;
      if (order < 0) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  }

  /** Compares a word of the file with a term. Words are single-byte text. */
  #order(word: number, term: string): number {
    const names = this.#names;
    const start = this.#starts[word] ?? 0;
    const length = (this.#starts[word + 1] ?? 0) - 1 - start;
    const shorter = Math.min(length, term.length);
    for (let at = 0; at < shorter; at++) {
      const difference = (names[start + at] ?? 0) - term.charCodeAt(at);
      if (difference !== 0) return difference;
    }
    return length - term.length;
  }

  knows(term: string): boolean {
    return this.#find(term) !== undefined;
  }

  /** Terms of similar meaning, the nearest first. */
  kin(term: string): RelatedWord[] {
    const word = this.#find(term);
    if (word === undefined) return [];
    const found: RelatedWord[] = [];
    for (let n = 0; n < this.#neighbourCount; n++) {
      const place = word * this.#neighbourCount + n;
      const other = this.#neighbours[place] ?? NO_NEIGHBOUR;
      if (other === NO_NEIGHBOUR) break;
      const term = this.#names.toString("latin1", this.#starts[other], (this.#starts[other + 1] ?? 0) - 1);
      found.push({ term, similarity: (this.#likenesses[place] ?? 0) / 255 });
    }
    return found;
  }

  /** Near 1 for rare terms, near 0 for the commonest. */
  weight(term: string): number {
    const word = this.#find(term);
    return word === undefined ? 1 : this.#weightOf(word);
  }

  #weightOf(word: number): number {
    const share = 1 / (((this.#ranks[word] ?? 0) + 1) * this.#allRanks);
    return COMMONNESS / (COMMONNESS + share);
  }

  /** The weighted mean vector of the terms; none if fewer than half of them are known. */
  meaning(terms: readonly string[]): Int8Array | undefined {
    const [vectors, dimensions] = [this.#vectors, this.dimensions];
    const sum = new Float32Array(dimensions);
    let known = 0;
    for (const term of terms) {
      const word = this.#find(term);
      if (word === undefined) continue;
      known += 1;
      const weight = this.#weightOf(word);
      const start = word * dimensions;
      for (let d = 0; d < dimensions; d++) sum[d] = (sum[d] ?? 0) + weight * (vectors[start + d] ?? 0);
    }
    return known === 0 || 2 * known < terms.length ? undefined : inBytes(sum);
  }

  /** The nearest clusters. */
  cells(meaning: Int8Array, most: number): number[] {
    const [cells, dimensions] = [this.#cells, this.dimensions];
    const likeness = new Int32Array(this.#cellCount);
    for (let cell = 0, at = 0; cell < likeness.length; cell++) {
      let sum = 0;
      for (let d = 0; d < dimensions; d++, at++) sum += (meaning[d] ?? 0) * (cells[at] ?? 0);
      likeness[cell] = sum;
    }
    const nearest: number[] = [];
    while (nearest.length < Math.min(most, likeness.length)) {
      let best = -1;
      for (let cell = 0; cell < likeness.length; cell++)
        if (!nearest.includes(cell) && (best < 0 || (likeness[cell] ?? 0) > (likeness[best] ?? 0))) best = cell;
      nearest.push(best);
    }
    return nearest;
  }
}

function inBytes(vector: Float32Array): Int8Array | undefined {
  const largest = vector.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  if (largest === 0) return undefined;
  return Int8Array.from(vector, (x) => Math.round((127 * x) / largest));
}

/** Cosine similarity, -1 to 1. */
export function likeness(a: Int8Array, b: Int8Array): number {
  let [product, sizeA, sizeB] = [0, 0, 0];
  for (let d = 0; d < a.length; d++) {
    const [x, y] = [a[d] ?? 0, b[d] ?? 0];
    product += x * y;
    sizeA += x * x;
    sizeB += y * y;
  }
  return sizeA === 0 || sizeB === 0 ? 0 : product / Math.sqrt(sizeA * sizeB);
}

/** Next to the built bundle, or in the source tree. */
const PLACES = ["./words.bin", "../../../assets/words.bin"].map((place) =>
  fileURLToPath(new URL(place, import.meta.url)),
);

/** The first readable file. */
export function wordsIn(paths: readonly string[]): WordVectors | undefined {
  for (const path of paths) {
    try {
      return WordVectors.open(path);
    } catch {
      // Missing or damaged: try the next one.
    }
  }
  return undefined;
}

let opened: WordVectors | undefined;

/** Undefined without the file: then only exact terms are found. */
export function openWords(): WordVectors | undefined {
  opened ??= wordsIn(PLACES);
  return opened;
}
