import { contentTerms } from "../../../text/index.ts";
import type { Pause } from "./extract-promises.ts";
import type { DocumentPromise, Place, Route } from "./promise.ts";

/** `dry-run`, `dryRun`, `dry_run` and `DRY_RUN` are one name. */
const compact = (name: string): string => name.replace(/[-_$]+/g, "").toLowerCase();
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A file's path is its first line: a file is named after what it does. */
type LineTest = (line: string, isPath: boolean) => boolean;

/** A promise, everywhere it is made, and the two searches for it. */
export interface Search {
  readonly promise: DocumentPromise;
  readonly places: Place[];
  /** The first: by how it would be written. Lines that have this name and pass the test. */
  readonly name: string;
  readonly test: LineTest;
  /** The second: by its parts, any word for each of them, all within so many lines. */
  readonly parts: readonly (readonly string[])[];
  readonly window: number;
  readonly queries: readonly [string, string];
  /** Whether a line of a document that has the name names this thing. */
  readonly isNamed: (line: string) => boolean;
}

const stems = (words: string): string[] => words.split(" ").flatMap((word) => contentTerms(word).slice(0, 1));
const NEAR = {
  flag: stems("option flag argument arg argv parameter param switch click clap getopt cli config setting"),
  command: stems("command cmd subcommand cli argv click clap parser script program target"),
  route: stems("route router app api handler path endpoint controller http request mapping url server"),
};
const VERBS: Readonly<Record<string, readonly string[]>> = {
  POST: stems("post create add insert new submit send save upload"),
  PUT: stems("put patch update edit replace set save"),
  PATCH: stems("put patch update edit replace set save"),
  DELETE: stems("delete remove destroy drop clear"),
};
const WINDOW = { flag: 12, command: 12, name: 2, route: 40 };

/** The parts of a name as terms; one of nothing but small words, as `--as-of`, is its only part. */
function partsOf(name: string): string[] {
  const terms = contentTerms(name);
  const parts = terms.length > 1 ? terms.filter((term) => term !== compact(name)) : terms;
  return parts.length > 0 ? parts : [compact(name)];
}

const always: LineTest = () => true;

/** A word of a command: quoted, a key, a case, a target, or the name of a function or file that runs it. */
function commandTest(word: string): LineTest {
  const name = word.split(/[-_]/).map(escaped).join("[-_]?");
  const inLine = new RegExp(
    [
      `["'\`](?:[\\w:<>\\[\\]|. -]{0,40}\\s)?${name}(?=["'\`\\s<\\[:|,(])`,
      `^\\s*["']?${name}["']?\\s*(?:[:){(,]|$)`,
      `\\b(?:def|func|fn|function|fun|sub|class|struct|const|case|async)\\s+(?:\\([^)]*\\)\\s*)?(?:cmd|do|run|handle)?_?${name}`,
      `\\b${name}_?c(?:omman|m)d|c(?:omman|m)d_?${name}\\b`,
    ].join("|"),
    "i",
  );
  const inPath = new RegExp(`(?:^|/)(?:commands?|cmds?|cli|bin|scripts?|tasks?)/(?:.*/)?${name}(?:[._/-]|$)`, "i");
  return (line, isPath) => (isPath ? inPath : inLine).test(line);
}

const METHOD_WORD = /(?<![a-z])(get|post|put|patch|delete|head|options)(?![a-z]+\b(?<!mapping))/gi;
const ANY_METHOD = /(?<![a-z])(?:all|any|use|route|match|methods?)(?![a-z])/i;
const PARAMETER =
  "(?::[\\w-]+[?*+]?(?:\\([^)]*\\))?|\\{[^}/]*\\}|<[^>/]*>|\\[[^\\]/]*\\]|\\$\\{[^}]*\\}|\\$\\w+|\\*+|%\\w|\\([^)]*\\)[+*]?)";
const PREFIX = /^(?:api|rest|v\d+(?:\.\d+)?)$/i;

/**
 * The route in one line, whole or behind a prefix that is mounted elsewhere. The method, where the line names one, must
 * fit.
 */
function routeTest({ segments, method }: Route): LineTest {
  const pattern = (parts: readonly (string | undefined)[]) =>
    parts.map((part) => `/${part === undefined ? PARAMETER : escaped(part)}`).join("");
  const begin = Math.max(
    0,
    segments.findIndex((segment) => segment === undefined || !PREFIX.test(segment)),
  );
  const inner = segments.slice(begin);
  const end = "/?(?![\\w/:{<\\[$-])";
  const forms = [`(?<![\\w])${pattern(segments)}${end}`];
  if (begin > 0 && inner.some((segment) => segment !== undefined)) forms.push(`["'\`}]${pattern(inner)}${end}`);
  // Some frameworks leave out the first stroke: `things/`, `things/<int:id>`.
  if (inner[0] !== undefined)
    forms.push(`["'\`^]${pattern(inner).slice(1)}${inner.length > 1 ? "/?" : "/"}(?=["'\`$])`);
  const inLine = new RegExp(forms.join("|"), "i");
  const inPath = new RegExp(
    `(?:^|/)(?:app|pages|routes|src|server|api)/(?:.*/)?.*${pattern(segments).slice(1)}[/.]`,
    "i",
  );
  const fits = (line: string) => {
    const named = [...line.matchAll(METHOD_WORD)].map(([, word = ""]) => word.toUpperCase());
    return method === undefined || named.length === 0 || named.includes(method) || ANY_METHOD.test(line);
  };
  return (line, isPath) => (isPath ? inPath.test(line) : inLine.test(line) && fits(line));
}

type Made = Omit<Search, "promise" | "places">;

function ofRoute(route: Route): Made | undefined {
  const named = route.segments.filter((segment) => segment !== undefined);
  // The token by which its lines are found: `openapi` of `openapi.json`.
  const token = named.at(-1)?.split(/[^\w-]/)[0];
  if (!token) return undefined;
  const test = routeTest(route);
  const distinctive = named.filter((segment) => !PREFIX.test(segment));
  const verbs = VERBS[route.method ?? ""];
  const parts = (distinctive.length > 0 ? distinctive : [token]).flatMap(partsOf).map((part) => [part]);
  return {
    ...{ name: compact(token), test, window: WINDOW.route },
    parts: [...parts, ...(verbs ? [verbs] : []), NEAR.route],
    queries: [
      `/${route.segments.map((segment) => segment ?? "*").join("/")}`,
      `${distinctive.join(" + ")}${verbs ? ` + ${route.method?.toLowerCase()} or the like` : ""} near words for a route`,
    ],
    isNamed: (line) => test(line, false),
  };
}

function madeOf({ kind, name, route }: DocumentPromise): Made | undefined {
  if (route) return ofRoute(route);
  const parts = partsOf(name).map((part) => [part]);
  const shared = { name: compact(name), window: WINDOW[kind] };
  const near = `${parts.join(" + ")}, within ${WINDOW[kind]} lines`;
  if (kind === "flag") {
    const isNamed = new RegExp(`--?(?:no-)?${escaped(name)}(?![\\w-])`, "i");
    return {
      ...{ ...shared, test: always, parts: [...parts, NEAR.flag], isNamed: (line) => isNamed.test(line) },
      queries: [`${name} as a name, in any casing`, `${near} of words for an option`],
    };
  }
  if (kind === "name")
    return { ...shared, test: always, parts, isNamed: () => true, queries: [`${name} in any casing`, near] };
  const isNamed = new RegExp(`(?:[\\w.-]+ |\`)${escaped(name)}(?![\\w-])`, "i");
  return {
    ...{ ...shared, test: commandTest(name), parts: [...parts, NEAR.command], isNamed: (line) => isNamed.test(line) },
    queries: [`"${name}" as a command, a key, a target or a function`, `${near} of words for a command`],
  };
}

/** Makes searches of promises, each once; what cannot be searched for makes none. */
export function searchesFor(promises: readonly DocumentPromise[]): Search[] {
  const byQuery = new Map<string, Search>();
  for (const promise of promises) {
    const made = madeOf(promise);
    if (!made) continue;
    const key =
      `${promise.kind} ${promise.route?.method ?? ""} ${promise.route ? made.queries[0] : made.name}`.toLowerCase();
    const places = byQuery.get(key)?.places ?? [];
    const { path, line } = promise.place;
    if (!places.some((one) => one.path === path && one.line === line)) places.push(promise.place);
    if (!byQuery.has(key)) byQuery.set(key, { promise, places, ...made });
  }
  return [...byQuery.values()];
}

/** The lines of a text, from 0, that have the wanted names and parts. */
export interface Marks {
  readonly lines: readonly string[];
  readonly at: ReadonlyMap<string, readonly number[]>;
}

const TOKEN = /[\p{L}_$][\p{L}\p{N}\p{M}_$]*(?:-[\p{L}\p{N}_$]+)*/gu;
/** What is still to be done is no code that does it; what a manifest says of its project is a promise as well. */
const NO_CODE =
  /\b(?:TODO|FIXME|TBD)\b|not (?:yet )?implemented|NotImplemented|unimplemented!|todo!|^\s*"?(?:description|keywords|summary)"?\s*[:=]/;
const LINES_BETWEEN_PAUSES = 200;
/** Longer lines are generated. */
const LONGEST_LINE = 2000;
const TOKENS_KEPT = 100_000;

/** Reads each file once, whatever the number of promises. */
export class Scanner {
  readonly #wanted: ReadonlySet<string>;
  /** The wanted keys of each token seen; most tokens have none. */
  readonly #keys = new Map<string, readonly string[]>();
  readonly #pause: Pause;

  constructor(searches: readonly Search[], pause: Pause) {
    this.#wanted = new Set(
      searches.flatMap(({ name, parts }) => [`=${name}`, ...parts.flat().map((part) => `~${part}`)]),
    );
    this.#pause = pause;
  }

  #keysOf(token: string): readonly string[] {
    const known = this.#keys.get(token);
    if (known) return known;
    if (this.#keys.size >= TOKENS_KEPT) this.#keys.clear();
    const names = [token, ...token.split("-")].map(compact);
    const terms = [...contentTerms(token), ...contentTerms(compact(token)).slice(0, 1), compact(token)];
    const keys = [...names.map((name) => `=${name}`), ...terms.map((term) => `~${term}`)];
    const wanted = [...new Set(keys.filter((key) => this.#wanted.has(key)))];
    this.#keys.set(token, wanted);
    return wanted;
  }

  async scan(path: string, text: string, isCode: boolean): Promise<Marks> {
    const lines = `${path}\n${text}`.split("\n").map((line) => line.slice(0, LONGEST_LINE));
    const at = new Map<string, number[]>();
    for (const [number, line] of lines.entries()) {
      if (number % LINES_BETWEEN_PAUSES === 0) await this.#pause();
      if (isCode && NO_CODE.test(line)) continue;
      for (const [token] of line.matchAll(TOKEN))
        for (const key of this.#keysOf(token)) {
          const known = at.get(key);
          if (!known) at.set(key, [number]);
          else if (known.at(-1) !== number) known.push(number);
        }
    }
    return { lines, at };
  }
}

/** In how many lines a document names it. */
export const mentionsIn = ({ name, isNamed }: Search, { at, lines }: Marks): number =>
  (at.get(`=${name}`) ?? []).filter((line) => line > 0 && isNamed(lines[line] ?? "")).length;

/** What both searches find in a file: lines of the first, and whether the second finds anything. */
export function hitsIn({ name, test, parts, window }: Search, { at, lines }: Marks): readonly [number, number] {
  const literal = (at.get(`=${name}`) ?? []).filter((line) => test(lines[line] ?? "", line === 0)).length;
  const [first = [], ...others] = parts.map((words) => words.flatMap((word) => at.get(`~${word}`) ?? []));
  const isNear = (line: number) =>
    others.every((other) => other.some((one) => Math.abs(one - line) <= window || one === 0));
  return [literal, first.some(isNear) ? 1 : 0];
}
