import { contentTerms } from "../../../memory/index.ts";

const TOKENS_KEPT = 100_000;
const SEPARATORS = /[-_$]+/g;

/** `dry-run`, `dryRun`, `dry_run` and `DRY_RUN` are one name. */
export const compact = (name: string): string => name.replace(SEPARATORS, "").toLowerCase();

/**
 * Everything that is looked for, so that each file is read once whatever the number of promises. Each thing has a number; a
 * token of the code stands for some of them or, mostly, for none.
 */
export class Terms {
  readonly #byWord = new Map<string, Set<number>>();
  readonly #known = new Map<string, number>();
  readonly #tokens = new Map<string, readonly number[]>();

  get size(): number {
    return this.#known.size;
  }

  /** Any of these terms. */
  anyOf(terms: readonly string[]): number {
    return this.#number(terms.map((term) => `term ${term}`).sort());
  }

  /** This name as a whole, in any casing. */
  name(name: string): number {
    return this.#number([`name ${compact(name)}`]);
  }

  /** Exactly this identifier. */
  identifier(name: string): number {
    return this.#number([`exact ${name}`]);
  }

  #number(words: readonly string[]): number {
    const key = words.join("\n");
    const id = this.#known.get(key) ?? this.#known.size;
    this.#known.set(key, id);
    for (const word of words) this.#byWord.set(word, (this.#byWord.get(word) ?? new Set()).add(id));
    return id;
  }

  /** What a token of the code stands for. */
  idsOf(token: string): readonly number[] {
    const known = this.#tokens.get(token);
    if (known) return known;
    if (this.#tokens.size >= TOKENS_KEPT) this.#tokens.clear();
    const parts = contentTerms(token);
    const words = [
      // In one language a dash joins a name, in another it subtracts.
      ...[token, ...token.split("-")].flatMap((name) => [`name ${compact(name)}`, `exact ${name}`]),
      // A small word may stand for something where it is a name: `Until`.
      ...(parts.length > 0 ? parts : [token.toLowerCase()]).map((part) => `term ${part}`),
      `term ${contentTerms(compact(token))[0] ?? ""}`,
    ];
    const ids = [...new Set(words.flatMap((word) => [...(this.#byWord.get(word) ?? [])]))];
    this.#tokens.set(token, ids);
    return ids;
  }
}

/** Where the things that are looked for stand in a text: by their numbers, the lines, each once, ascending, from 0. */
export interface Marks {
  readonly lines: readonly string[];
  readonly at: readonly (readonly number[] | undefined)[];
}

/** Lets others work meanwhile, where it is time. */
export type Pause = () => Promise<void>;

const TOKEN = /[\p{L}_$][\p{L}\p{N}\p{M}_$]*(?:-[\p{L}\p{N}_$]+)*/gu;
/** What is still to be done is no code that does it. */
const UNDONE = /\b(?:TODO|FIXME|TBD)\b|not (?:yet )?implemented|NotImplemented|unimplemented!|todo!/;
/** What a manifest says of its project is a promise as well. */
const DESCRIBED = /^\s*"?(?:description|keywords|tagline|summary)"?\s*[:=]/;
const LINES_BETWEEN_PAUSES = 200;
/** What is longer was not written by hand. */
const LONGEST_LINE = 2000;

export async function scan(text: string, terms: Terms, pause: Pause, isCode = true): Promise<Marks> {
  const lines = text.split("\n").map((line) => line.slice(0, LONGEST_LINE));
  const at: (number[] | undefined)[] = new Array(terms.size);
  for (const [number, line] of lines.entries()) {
    if (number % LINES_BETWEEN_PAUSES === 0) await pause();
    if (isCode && (UNDONE.test(line) || DESCRIBED.test(line))) continue;
    for (const [token] of line.matchAll(TOKEN))
      for (const id of terms.idsOf(token)) {
        const known = at[id];
        if (!known) at[id] = [number];
        else if (known[known.length - 1] !== number) known.push(number);
      }
  }
  return { lines, at };
}
