import { z } from "zod";
import { badInput, type ErrorCode, type Home, systemCode, ThroughlineError } from "../core/index.ts";
import { ask, ensureDaemon } from "../daemon/index.ts";
import type { Operation } from "../operations/index.ts";

const errorShape = z.object({
  error: z.object({ code: z.string(), message: z.string(), hint: z.string().optional() }),
});

const CODES: readonly ErrorCode[] = ["bad_input", "not_found", "refused", "forbidden", "too_large", "rate_limited"];

export function thrown(body: string): ThroughlineError {
  const parsed = errorShape.safeParse(JSON.parse(body));
  if (!parsed.success) return new ThroughlineError("internal", "could not read the daemon's answer");
  const { code, message, hint } = parsed.data.error;
  return new ThroughlineError(CODES.find((known) => known === code) ?? "internal", message, hint);
}

const AGAIN = "Run the same command again: it starts the daemon.";
const PERHAPS_DONE = "The change may already be done: check before you repeat it.";

/** The daemon ended before it answered. */
function hungUp(error: unknown, method: string): unknown {
  const code = systemCode(error);
  if (code !== "ECONNRESET" && code !== "EPIPE") return error;
  const hint = method === "GET" ? AGAIN : `${AGAIN} ${PERHAPS_DONE}`;
  return new ThroughlineError("daemon_unreachable", "the daemon stopped while handling this", hint, { cause: error });
}

/** Calls the daemon of a data folder; starts it if it is not running. */
export async function callApi(home: Home, method: string, path: string, body?: unknown): Promise<unknown> {
  await ensureDaemon(home);
  const asked = { method, path, body: body === undefined ? undefined : JSON.stringify(body) };
  const answer = await ask(home, asked).catch((error: unknown) => {
    throw hungUp(error, method);
  });
  if (answer.status >= 400) throw thrown(answer.body);
  return JSON.parse(answer.body);
}

/** Leaves room for the headers in the 16 KB of a request's head. */
const LONGEST_QUERY = 12_000;

/** Runs an operation over its own HTTP route. */
export function callOperation(
  home: Home,
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const inPath = new Set<string>();
  const path = operation.http.path.replace(/:(\w+)/g, (_, name: string) => {
    inPath.add(name);
    const field: unknown = operation.input.shape[name];
    const value = input[name] ?? (field instanceof z.ZodType ? field.safeParse(undefined).data : undefined);
    if (value === undefined) throw badInput(`\`${name}\` is required`, "See the command's --help.");
    return encodeURIComponent(String(value));
  });
  const rest = Object.entries(input).filter(([name, value]) => !inPath.has(name) && value !== undefined);
  const method = operation.http.method.toUpperCase();
  if (method === "POST" || method === "PUT") return callApi(home, method, path, Object.fromEntries(rest));
  const pairs = rest.flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, String(one)]),
  );
  const query = new URLSearchParams(pairs).toString();
  if (query.length > LONGEST_QUERY) {
    if (operation.http.alsoPost) return callApi(home, "POST", path, Object.fromEntries(rest));
    throw badInput(`the input is too long: at most ${LONGEST_QUERY} characters`, "Shorten it.");
  }
  return callApi(home, method, query ? `${path}?${query}` : path);
}
