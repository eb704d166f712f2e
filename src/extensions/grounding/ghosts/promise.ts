/** Exact things that documents promise: what a search of the code can find or miss without guessing. */
export const PROMISE_KINDS = ["flag", "command", "route", "name"] as const;
export type PromiseKind = (typeof PROMISE_KINDS)[number];

export interface Place {
  readonly path: string;
  readonly line: number;
}

/** A route; an undefined segment is a parameter. */
export interface Route {
  /** Undefined where the document names only the path. */
  readonly method: string | undefined;
  readonly segments: readonly (string | undefined)[];
}

export interface DocumentPromise {
  readonly kind: PromiseKind;
  /** Without dashes, the program or brackets; of a route its path. */
  readonly name: string;
  /** As the document has it. */
  readonly words: string;
  readonly place: Place;
  readonly route?: Route;
}

/** Nothing was found, and few or many places promise it; or something was found. */
export const VERDICTS = ["confirmed", "high_ambiguity", "kept"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** With this many mentions it is likelier that the searches miss it: a person must check. */
const AMBIGUOUS_FROM = 3;

/** What only tests use may exist in a way that the searches do not see. */
export function verdictOf(hits: readonly number[], mentions: number, isInTests = false): Verdict {
  if (hits.some((count) => count > 0)) return "kept";
  return mentions >= AMBIGUOUS_FROM || isInTests ? "high_ambiguity" : "confirmed";
}

/** A route as documents write them, in whichever framework's style. */
export interface FoundRoute extends Route {
  readonly words: string;
}

const METHODS = "GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS";
const WITH_METHOD = new RegExp(
  `(?<![\\w/])((?:${METHODS})(?:\\s*[/|,]\\s*(?:${METHODS}))*)\\s+(/[^\\s"'\`|,;)]*)`,
  "g",
);
/** Without a method only what says of itself that it is a route of an interface. */
const BARE = /^(?:\/(?:api|v\d+|rest)\/[^\s"'`]*[^\s"'`/]|\/graphql)$/;
const PARAMETER = /^(?::[\w-]+\??|\{[^}]*\}|<[^>]*>|\[[^\]]*\]|\$\{?\w+\}?|\*+|\d+)$/;

function route(method: string | undefined, path: string): FoundRoute[] {
  const plain = path.replace(/[?#].*$|[.…:*]+$/g, "");
  const parts = plain.split("/").filter((part) => part !== "");
  const segments = parts.map((part) => (PARAMETER.test(part) ? undefined : part));
  // `{suspend,resume}` means several routes, `…` any: what cannot be parsed is not searched for.
  const isReadable = segments.every((segment) => segment === undefined || /^[\w.~@-]+$/.test(segment));
  if (!isReadable || segments.every((segment) => segment === undefined)) return [];
  return [{ method, segments, words: method ? `${method} ${plain}` : plain }];
}

/** The routes that a piece of text names with their methods. */
export const routesIn = (text: string): FoundRoute[] =>
  [...text.matchAll(WITH_METHOD)].flatMap(([, methods = "", path = ""]) =>
    methods.split(/\s*[/|,]\s*/).flatMap((method) => route(method, path)),
  );

/** A span of code that is a path and nothing else. */
export const bareRoute = (span: string): FoundRoute[] => (BARE.test(span) ? route(undefined, span) : []);
