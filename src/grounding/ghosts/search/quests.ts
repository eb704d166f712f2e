import { contentTerms } from "../../../memory/index.ts";
import type { CommandPromise, DocumentPromise, FeaturePromise, Place, RoutePromise } from "../promises/promise.ts";
import { commandTest, type LineTest, routeTest, tellingSegments, wholeCommandTest } from "./literal.ts";
import { compact, type Lookout } from "./lookout.ts";
import { type Significant, significantTerms, withoutCircumstance } from "./significant.ts";
import { meaningsOf } from "./synonyms.ts";

/** The first search: by how a thing would be written. */
export type Literal =
  /** All of them on one line. */
  | { readonly by: "together"; readonly ids: readonly number[] }
  /** A line that has the name, in one of the forms that count. */
  | { readonly by: "form"; readonly id: number; readonly test: LineTest }
  /** A file that has a line for each of the names. */
  | { readonly by: "forms"; readonly parts: readonly { id: number; test: LineTest }[]; readonly whole: LineTest };

/** The second search: by what the words mean. Each number stands for a word and those that mean the same. */
export interface Meaning {
  readonly ids: readonly number[];
  /** How many of them are the name of the thing; the others are what is said of it. */
  readonly leading: number;
  /** So many lines may lie between them. */
  readonly window: number;
  /** Whether all must be found, or most of what they weigh. */
  readonly isWhole: boolean;
  /** Words of which nothing is known: in another language they are not expected in code. */
  readonly unknown: ReadonlySet<number>;
  /** Words that carry little of the meaning, beside others that carry more. */
  readonly weak: ReadonlySet<number>;
  /** Names and abbreviations, for which there are no other words. */
  readonly marks: ReadonlySet<number>;
  /** Whether the name is two words, of which the first says which kind of the second: `mileage allowance`. */
  readonly isCompound: boolean;
}

/** A promise, everywhere it is made, and what is looked for. */
export interface Quest {
  readonly promise: DocumentPromise;
  readonly places: Place[];
  readonly literal: Literal;
  readonly meaning: Meaning;
  readonly queries: readonly [string, string];
}

/** The same promise, made again elsewhere, has the same key. */
interface Made {
  readonly key: string;
  readonly quest: Pick<Quest, "literal" | "meaning" | "queries">;
}

const stems = (words: string): readonly string[] => words.split(" ").flatMap((word) => contentTerms(word).slice(0, 1));

const OPTION = stems(
  "option flag argument arg argv parameter param switch argparse commander yargs click cobra clap getopt cli",
);
const COMMAND = stems(
  "command cmd subcommand cli argv commander yargs click cobra clap argparse parser script program",
);
const ROUTE = stems(
  "route router app api handler path endpoint controller http request mapping url server resource blueprint",
);
const VERBS: ReadonlyMap<string, readonly string[]> = new Map([
  ["POST", stems("post create add insert new submit send save upload register start")],
  ["PUT", stems("put patch update edit replace set save modify change upsert")],
  ["PATCH", stems("put patch update edit replace set save modify change")],
  ["DELETE", stems("delete remove destroy drop clear purge del")],
]);

const WINDOW = { feature: 40, near: 12, beside: 2 };
/** Most of a text's bits fit into one number. */
const MOST_WORDS = 20;
const MOST_LEADING = 8;
const SHORT_NAME = 2;
const COMPOUND = /^\S+\s\S+$/u;
const ADJECTIVE = /\p{L}{3}(?:ful|able|ible|ous|less|ly)$/iu;

/** The parts of a name, as terms. */
const partsOf = (name: string): string[] => {
  const terms = contentTerms(name);
  return terms.length > 1 ? terms.filter((term) => term !== compact(name)) : terms;
};

/** The same for people. */
const spoken = (name: string): string =>
  name
    .split(/[-_\s.]+|(?<=[a-z\d])(?=[A-Z])/)
    .filter((part) => part !== "")
    .join(" + ")
    .toLowerCase();

const told = (words: string, context: string | undefined, window: number): string =>
  `${words}${context === undefined ? "" : ` beside words for ${context}`}, within ${window} lines`;

/** Makes searches of promises; what cannot be searched for makes none. */
export class Quests {
  readonly #lookout: Lookout;
  readonly #ignored: ReadonlySet<string>;
  readonly #byKey = new Map<string, Quest>();

  /** The project's own name says nothing about any of its features. */
  constructor(lookout: Lookout, ownNames: Iterable<string>) {
    this.#lookout = lookout;
    this.#ignored = new Set([...ownNames].flatMap((name) => contentTerms(name)));
  }

  get all(): Quest[] {
    return [...this.#byKey.values()];
  }

  add(promise: DocumentPromise): void {
    const made = this.#make(promise);
    if (!made) return;
    const known = this.#byKey.get(made.key);
    if (!known) this.#byKey.set(made.key, { promise, places: [promise.place], ...made.quest });
    else if (!known.places.some(({ path, line }) => path === promise.place.path && line === promise.place.line))
      known.places.push(promise.place);
  }

  #make(promise: DocumentPromise): Made | undefined {
    switch (promise.kind) {
      case "feature":
        return this.#feature(promise);
      case "route":
        return this.#route(promise);
      case "command":
        return this.#command(promise);
      default: {
        const isFlag = promise.kind === "flag";
        const id = isFlag ? this.#lookout.name(promise.name) : this.#lookout.identifier(promise.name);
        const parts = partsOf(promise.name);
        const window = isFlag ? WINDOW.near : WINDOW.beside;
        return {
          key: `${promise.kind} ${isFlag ? compact(promise.name) : promise.name}`,
          quest: {
            literal: { by: "together", ids: [id] },
            meaning: this.#whole(promise.name, parts, isFlag ? [OPTION] : [], window),
            queries: [
              isFlag ? `${promise.name} as a name, in any casing` : `${promise.name} exactly`,
              told(spoken(promise.name), isFlag ? "an option" : undefined, window),
            ],
          },
        };
      }
    }
  }

  #route(promise: RoutePromise): Made | undefined {
    const last = promise.segments.filter((segment) => segment !== undefined).at(-1);
    // The token by which its lines are found: `openapi` of `openapi.json`.
    const token = last?.split(/[^\w-]/).find((part) => part !== "");
    if (last === undefined || token === undefined) return undefined;
    const parts = tellingSegments(promise).flatMap(partsOf);
    const verbs = VERBS.get(promise.method ?? "");
    const pattern = promise.segments.map((segment) => segment ?? "*").join("/");
    const telling = tellingSegments(promise).map(spoken).join(" + ") || spoken(token);
    const words = verbs ? `${telling} + ${promise.method?.toLowerCase()} or the like` : telling;
    return {
      key: `route ${promise.method ?? ""} ${pattern.toLowerCase()}`,
      quest: {
        literal: { by: "form", id: this.#lookout.name(token), test: routeTest(promise) },
        meaning: this.#whole(token, parts, verbs ? [verbs, ROUTE] : [ROUTE], WINDOW.feature),
        queries: [`/${pattern}`, told(words, "a route", WINDOW.feature)],
      },
    };
  }

  #command(promise: CommandPromise): Made {
    const parts = promise.path.map((word) => ({ id: this.#lookout.name(word), test: commandTest(word) }));
    const terms = promise.path.flatMap(partsOf);
    const name = promise.path.join(" ");
    const [only] = parts;
    return {
      key: `command ${name}`,
      quest: {
        literal:
          parts.length === 1 && only
            ? { by: "form", ...only }
            : { by: "forms", parts, whole: wholeCommandTest(promise) },
        meaning: this.#whole(promise.path.at(-1) ?? "", terms, [COMMAND], WINDOW.near),
        queries: [
          `"${name}" as a command, a key, a target or a function`,
          told(spoken(name), "a command", WINDOW.near),
        ],
      },
    };
  }

  #feature(promise: FeaturePromise): Made | undefined {
    const { promised, circumstance } = withoutCircumstance(promise.lead);
    const named = this.#leading(promised);
    const leading = named.length > 0 ? named : this.#leading(promise.lead);
    if (leading.length === 0) return undefined;
    const known = new Set(leading.map(({ term }) => term));
    const rest = significantTerms(`${circumstance} ${promise.rest}`, this.#ignored).filter(
      ({ term }) => !known.has(term),
    );
    const all = [...leading, ...rest].slice(0, MOST_WORDS);
    const meanings = all.map(({ term }) => meaningsOf(term, promise.isForeignText));
    const ids = meanings.map(({ terms }) => this.#lookout.anyOf(terms));
    const isUnknown = (at: number) => promise.isForeignText && !meanings[at]?.isKnown && !all[at]?.isMark;
    const words = leading.map(({ term }) => term);
    const isCompound = leading.length === 2 && COMPOUND.test(promise.lead.trim());
    const hasTelling = !isCompound && leading.some(({ isWeak }) => !isWeak);
    const numbers = (isMeant: (word: Significant) => boolean) =>
      new Set(all.flatMap((word, at) => (isMeant(word) ? [at] : [])));
    // Two words may well stand far apart in the file that is about them.
    const window = words.length <= SHORT_NAME ? Number.POSITIVE_INFINITY : WINDOW.feature;
    const within = words.length <= SHORT_NAME ? "in one file" : `within ${WINDOW.feature} lines`;
    return {
      key: `feature ${[...words].sort().join(" ")}`,
      quest: {
        literal: { by: "together", ids: words.map((word) => this.#lookout.anyOf([word])) },
        meaning: {
          ids,
          leading: leading.length,
          window,
          isWhole: false,
          unknown: new Set(all.flatMap((_, at) => (isUnknown(at) ? [at] : []))),
          weak: numbers(({ isWeak }) => hasTelling && isWeak),
          marks: numbers(({ isMark }) => isMark),
          isCompound,
        },
        queries: [
          `${leading.map(({ word }) => word.toLowerCase()).join(" + ")} on one line`,
          `most of ${all.map(({ word }) => word.toLowerCase()).join(", ")}, or words for the same, ${within}`,
        ],
      },
    };
  }

  /** The words that name the feature. A name that only praises names none. */
  #leading(lead: string): Significant[] {
    const named = significantTerms(lead, this.#ignored).slice(0, MOST_LEADING);
    const [only] = named;
    return named.length === 1 && only && !only.isMark && ADJECTIVE.test(only.word) ? [] : named;
  }

  /**
   * The parts of a name in any form, joined or apart, and what must stand near them. Other words for the same do not count: what
   * is called by a name has this name somewhere.
   */
  #whole(name: string, parts: readonly string[], near: readonly (readonly string[])[], window: number): Meaning {
    // A name of nothing but small words, as `--as-of`, has no parts that tell.
    const own = parts.length > 0 ? parts.map((part) => this.#lookout.anyOf([part])) : [this.#lookout.name(name)];
    const ids = [...new Set([...own, ...near.map((words) => this.#lookout.anyOf(words))])].slice(0, MOST_WORDS);
    return {
      ids,
      leading: ids.length,
      window,
      isWhole: true,
      unknown: new Set(),
      weak: new Set(),
      marks: new Set(),
      isCompound: false,
    };
  }
}
