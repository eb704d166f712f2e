import type { Route } from "./promise.ts";

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
