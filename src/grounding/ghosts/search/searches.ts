import { contentTerms } from "../../../memory/index.ts";
import type { DocumentPromise, Place, RoutePromise } from "../promises/promise.ts";
import { commandTest, escaped, type LineTest, routeTest, tellingSegments } from "./literal.ts";
import { compact, type Marks, type Terms } from "./terms.ts";

/** A promise, everywhere it is made, and the two searches for it. */
export interface Search {
  readonly promise: DocumentPromise;
  readonly places: Place[];
  /** The first: by how it would be written. Lines that have the name and pass the test. */
  readonly id: number;
  readonly test: LineTest;
  /** The second: by its parts, in whatever form, with what stands near them. */
  readonly parts: readonly number[];
  readonly window: number;
  readonly queries: readonly [string, string];
  /** Whether a line of a document names it. */
  readonly isNamed: (line: string) => boolean;
}

const stems = (words: string): readonly string[] => words.split(" ").flatMap((word) => contentTerms(word).slice(0, 1));

const OPTION = stems(
  "option flag argument arg argv parameter param switch argparse commander yargs click cobra clap getopt cli config setting",
);
const COMMAND = stems(
  "command cmd subcommand cli argv commander yargs click cobra clap argparse parser script program target",
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
const WINDOW = { option: 12, name: 2, route: 40 };

const always: LineTest = () => true;

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

/** A name of nothing but small words, as `--as-of`, has no parts that tell. */
function partIds(terms: Terms, names: readonly string[], near: readonly (readonly string[])[]): number[] {
  const own = names.flatMap((name) => {
    const parts = partsOf(name);
    return parts.length > 0 ? parts.map((part) => terms.anyOf([part])) : [terms.name(name)];
  });
  return [...new Set([...own, ...near.map((words) => terms.anyOf(words))])];
}

type Made = { readonly key: string } & Omit<Search, "promise" | "places">;

function ofRoute(terms: Terms, promise: RoutePromise): Made | undefined {
  const last = promise.segments.filter((segment) => segment !== undefined).at(-1);
  // The token by which its lines are found: `openapi` of `openapi.json`.
  const token = last?.split(/[^\w-]/).find((part) => part !== "");
  if (token === undefined) return undefined;
  const verbs = VERBS.get(promise.method ?? "");
  const telling = tellingSegments(promise);
  const pattern = promise.segments.map((segment) => segment ?? "*").join("/");
  const test = routeTest(promise);
  const words = `${telling.map(spoken).join(" + ") || spoken(token)}${verbs ? ` + ${promise.method?.toLowerCase()} or the like` : ""}`;
  return {
    key: `route ${promise.method ?? ""} ${pattern.toLowerCase()}`,
    ...{ id: terms.name(token), test, window: WINDOW.route },
    parts: partIds(terms, telling.length > 0 ? telling : [token], verbs ? [verbs, ROUTE] : [ROUTE]),
    queries: [`/${pattern}`, `${words} near words for a route, within ${WINDOW.route} lines`],
    isNamed: (line) => test(line, false),
  };
}

function made(terms: Terms, promise: DocumentPromise): Made | undefined {
  if (promise.kind === "route") return ofRoute(terms, promise);
  const { kind, name } = promise;
  if (kind === "name")
    return {
      key: `name ${name}`,
      ...{ id: terms.identifier(name), test: always, parts: partIds(terms, [name], []), window: WINDOW.name },
      queries: [`${name} exactly`, `${spoken(name)}, within ${WINDOW.name} lines`],
      isNamed: () => true,
    };
  const near = kind === "flag" ? OPTION : COMMAND;
  const isNamed = new RegExp(
    kind === "flag" ? `--?(?:no-)?${escaped(name)}(?![\\w-])` : `(?:[\\w.-]+ |\`)${escaped(name)}(?![\\w-])`,
    "i",
  );
  return {
    key: `${kind} ${compact(name)}`,
    ...{ id: terms.name(name), test: kind === "flag" ? always : commandTest(name), window: WINDOW.option },
    parts: partIds(terms, [name], [near]),
    queries: [
      kind === "flag" ? `${name} as a name, in any casing` : `"${name}" as a command, a key, a target or a function`,
      `${spoken(name)} near words for ${kind === "flag" ? "an option" : "a command"}, within ${WINDOW.option} lines`,
    ],
    isNamed: (line) => isNamed.test(line),
  };
}

/** Makes searches of promises, each once; what cannot be searched for makes none. */
export function searchesFor(promises: readonly DocumentPromise[], terms: Terms): Search[] {
  const byKey = new Map<string, Search>();
  for (const promise of promises) {
    const search = made(terms, promise);
    if (!search) continue;
    const { key, ...rest } = search;
    const known = byKey.get(key);
    if (!known) byKey.set(key, { promise, places: [promise.place], ...rest });
    else if (!known.places.some(({ path, line }) => path === promise.place.path && line === promise.place.line))
      known.places.push(promise.place);
  }
  return [...byKey.values()];
}

/** In how many lines a document names it. Its first line is its path. */
export const mentionsIn = ({ id, isNamed }: Search, { at, lines }: Marks): number =>
  (at[id] ?? []).filter((line) => line > 0 && isNamed(lines[line] ?? "")).length;

/** What both searches found so far. A file's first line is its path. */
export class Tally {
  readonly #search: Search;
  /** Lines of the first search, and files of the second. */
  literalHits = 0;
  partHits = 0;
  /** Where the first found it first. */
  foundAt: string | undefined;

  constructor(search: Search) {
    this.#search = search;
  }

  take(path: string, { at, lines }: Marks): void {
    const { id, test, parts, window } = this.#search;
    const hits = (at[id] ?? []).filter((line) => test(lines[line] ?? "", line === 0));
    this.literalHits += hits.length;
    if (hits[0] !== undefined) this.foundAt ??= hits[0] === 0 ? path : `${path}:${hits[0]}`;
    const [first, ...others] = parts.map((part) => at[part]);
    const isNear = (line: number) =>
      others.every((other) => other?.some((one) => Math.abs(one - line) <= window || one === 0));
    if (first?.some(isNear)) this.partHits++;
  }
}
