import { z } from "zod";
import { badInput, type ErrorCode, type Home, ThroughlineError } from "../core/index.ts";
import { ask, ensureDaemon } from "../daemon/index.ts";
import type { Operation } from "../operations/index.ts";

const errorShape = z.object({
  error: z.object({ code: z.string(), message: z.string(), hint: z.string().optional() }),
});

const CODES: readonly ErrorCode[] = ["bad_input", "not_found", "refused", "forbidden", "too_large", "rate_limited"];

function thrown(body: string): ThroughlineError {
  const parsed = errorShape.safeParse(JSON.parse(body));
  if (!parsed.success) return new ThroughlineError("internal", "the daemon's answer was not understood");
  const { code, message, hint } = parsed.data.error;
  return new ThroughlineError(CODES.find((known) => known === code) ?? "internal", message, hint);
}

/** Asks the daemon of a home, and starts it first where it is not running. */
export async function callApi(home: Home, method: string, path: string, body?: unknown): Promise<unknown> {
  await ensureDaemon(home);
  const answer = await ask(home, { method, path, body: body === undefined ? undefined : JSON.stringify(body) });
  if (answer.status >= 400) throw thrown(answer.body);
  return JSON.parse(answer.body);
}

/** What fits into the head of a request. */
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
    return encodeURIComponent(String(input[name] ?? ""));
  });
  const rest = Object.entries(input).filter(([name, value]) => !inPath.has(name) && value !== undefined);
  const method = operation.http.method.toUpperCase();
  if (method === "POST" || method === "PUT") return callApi(home, method, path, Object.fromEntries(rest));
  const query = new URLSearchParams(rest.map(([name, value]): [string, string] => [name, String(value)])).toString();
  if (query.length > LONGEST_QUERY) {
    if (operation.http.alsoPost) return callApi(home, "POST", path, Object.fromEntries(rest));
    throw badInput(`that is too long: at most ${LONGEST_QUERY} characters can be asked at once`, "Give less of it.");
  }
  return callApi(home, method, query ? `${path}?${query}` : path);
}
