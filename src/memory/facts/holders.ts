import { type MemoryScope, ownerOf, type Scope, type Store } from "../../store/index.ts";

/** Of a set's passages, the newest; of all memories that were found, those that share most with a fact. */
const NEWEST = 64;
const MOST_COMPARED = 60;

const keyOf = (terms: readonly string[]): string => terms.join(" ");

/** The memories of one scope that hold sets of terms, by their numbers. Facts of one conversation share many of the sets. */
export class Holders {
  readonly #store: Store;
  readonly #scope: Scope;
  readonly #known = new Map<string, readonly number[]>();

  constructor(store: Store, { agent, project }: MemoryScope) {
    this.#store = store;
    this.#scope = { project, ...(agent !== null && { agent }) };
  }

  async learn(termSets: readonly (readonly string[])[]): Promise<void> {
    const asked = new Map(termSets.map((terms) => [keyOf(terms), terms]));
    const unknown = [...asked].filter(([key]) => !this.#known.has(key));
    const search = { termSets: unknown.map(([, terms]) => terms), scope: this.#scope, limit: NEWEST };
    const found = await this.#store.passages.holding("memories", search);
    for (const [at, [key]] of unknown.entries()) this.#known.set(key, [...new Set(found[at]?.map(ownerOf))]);
  }

  /** Those that hold most of the sets. */
  nearest(termSets: readonly (readonly string[])[]): number[] {
    const shared = new Map<number, number>();
    for (const terms of termSets)
      for (const owner of this.#known.get(keyOf(terms)) ?? []) shared.set(owner, (shared.get(owner) ?? 0) + 1);
    return [...shared]
      .sort(([a, inA], [b, inB]) => inB - inA || b - a)
      .slice(0, MOST_COMPARED)
      .map(([owner]) => owner)
      .sort((a, b) => a - b);
  }
}
