import { contentTerms } from "../../../memory/index.ts";

const TOKENS_KEPT = 100_000;
const SEPARATORS = /[-_$]+/g;

/** `dry-run`, `dryRun`, `dry_run` and `DRY_RUN` are one name. */
export const compact = (name: string): string => name.replace(SEPARATORS, "").toLowerCase();

const push = (map: Map<string, number[]>, key: string, id: number): void => {
  const known = map.get(key);
  if (known) known.push(id);
  else map.set(key, [id]);
};

/**
 * Everything that is looked for, so that each file is read once whatever the number of promises. Each thing has a number; a
 * token of the code stands for some of them or, mostly, for none.
 */
export class Lookout {
  readonly #terms = new Map<string, number[]>();
  readonly #names = new Map<string, number[]>();
  readonly #exact = new Map<string, number[]>();
  readonly #known = new Map<string, number>();
  readonly #tokens = new Map<string, readonly number[]>();
  #count = 0;

  get size(): number {
    return this.#count;
  }

  /** Any of these terms. */
  anyOf(terms: readonly string[]): number {
    return this.#number(`terms ${[...terms].sort().join(" ")}`, (id) => {
      for (const term of new Set(terms)) push(this.#terms, term, id);
    });
  }

  /** This name as a whole, in any casing. */
  name(name: string): number {
    return this.#number(`name ${compact(name)}`, (id) => push(this.#names, compact(name), id));
  }

  /** Exactly this identifier. */
  identifier(name: string): number {
    return this.#number(`exact ${name}`, (id) => push(this.#exact, name, id));
  }

  #number(key: string, register: (id: number) => void): number {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const id = this.#count++;
    this.#known.set(key, id);
    register(id);
    return id;
  }

  /** What a token of the code stands for. */
  idsOf(token: string): readonly number[] {
    const known = this.#tokens.get(token);
    if (known) return known;
    if (this.#tokens.size >= TOKENS_KEPT) this.#tokens.clear();
    const ids = this.#idsOf(token);
    this.#tokens.set(token, ids);
    return ids;
  }

  #idsOf(token: string): readonly number[] {
    const found = new Set<number>();
    const add = (ids: readonly number[] | undefined) => {
      for (const id of ids ?? []) found.add(id);
    };
    // In one language a dash joins a name, in another it subtracts.
    for (const name of new Set([token, ...token.split("-")])) {
      add(this.#names.get(compact(name)));
      add(this.#exact.get(name));
    }
    const parts = contentTerms(token);
    for (const part of parts) add(this.#terms.get(part));
    // A small word may stand for something where it is a name: `Until`.
    if (parts.length === 0) add(this.#terms.get(token.toLowerCase()));
    add(this.#terms.get(contentTerms(compact(token))[0] ?? ""));
    return [...found];
  }
}
