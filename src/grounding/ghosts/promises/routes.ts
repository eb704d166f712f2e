/** A route as documents write them, in whichever framework's style. */
export interface Route {
  readonly method: string | undefined;
  readonly segments: readonly (string | undefined)[];
  readonly words: string;
}

const METHODS = "GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS";
const METHOD_LIST = `(?:${METHODS})(?:\\s*[/|,]\\s*(?:${METHODS}))*`;
const WITH_METHOD = new RegExp(`(?<![\\w/])(${METHOD_LIST})\\s+(?:https?://[\\w.:-]+)?(/[^\\s"'\`|,;)]*)`, "g");
/** Without a method only what says of itself that it is a route of an interface. */
const BARE = /^(\/(?:api|v\d+|rest)\/[^\s"'`]*[^\s"'`/]|\/graphql)$/;
const CURL = /\bcurl\b(.*?)\bhttps?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\])(?::\d+)?(\/[^\s"'`|;)]*)/;
const CURL_METHOD = new RegExp(`(?:-X\\s*|--request[ =])["']?(${METHODS})\\b`);
const CURL_SENDS = /\s(?:-d|--data\S*|--json|-F|--form)[\s=]/;
const PARAMETER = /^(?::[\w-]+\??|\{[^}]*\}|<[^>]*>|\[[^\]]*\]|\$\{?\w+\}?|\*+|%\w|\d+|[0-9a-f-]{16,})$/;

function segmentsOf(path: string): (string | undefined)[] | undefined {
  const [plain = ""] = path.split(/[?#]/, 1);
  const parts = plain
    .replace(/[.…:*]+$/, "")
    .split("/")
    .filter((part) => part !== "");
  const segments = parts.map((part) => (PARAMETER.test(part) ? undefined : part));
  // `{suspend,resume}` stands for several routes, `…` for any: what cannot be read is not searched for.
  const isReadable = segments.every((segment) => segment === undefined || /^[\w.~@-]+$/.test(segment));
  return isReadable && segments.some((segment) => segment !== undefined) ? segments : undefined;
}

function route(method: string | undefined, path: string): Route[] {
  const segments = segmentsOf(path);
  if (!segments) return [];
  const words = path.replace(/[?#].*$|[.…:]+$/g, "");
  return [{ method, segments, words: method ? `${method} ${words}` : words }];
}

/** The routes that a piece of text names with their methods. */
export const routesIn = (text: string): Route[] =>
  [...text.matchAll(WITH_METHOD)].flatMap(([, methods = "", path = ""]) =>
    methods.split(/\s*[/|,]\s*/).flatMap((method) => route(method, path)),
  );

/** A span of code that is a route and nothing else. */
export const routeOfSpan = (span: string): Route[] => {
  const path = BARE.exec(span)?.[1];
  return path === undefined ? routesIn(span) : route(undefined, path);
};

/** The route that an example calls on the reader's own machine. */
export function routeOfCurl(line: string): Route[] {
  const call = CURL.exec(line);
  if (!call) return [];
  const method = CURL_METHOD.exec(line)?.[1] ?? (CURL_SENDS.test(`${line} `) ? "POST" : "GET");
  return route(method, call[2] ?? "");
}
