export type ErrorCode =
  | "bad_input"
  | "bad_config"
  | "not_found"
  | "refused"
  | "unauthorized"
  | "forbidden"
  | "too_large"
  | "rate_limited"
  | "home_in_use"
  | "home_unusable"
  | "store_damaged"
  | "store_too_new"
  | "daemon_unreachable"
  | "internal";

/** The one family of errors: a code for programs, a message for people, and a hint that says what to do next. */
export class ThroughlineError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, hint?: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ThroughlineError";
    this.code = code;
    this.hint = hint;
  }
}

export const badInput = (message: string, hint?: string) => new ThroughlineError("bad_input", message, hint);
export const notFound = (message: string, hint?: string) => new ThroughlineError("not_found", message, hint);
export const refused = (message: string, hint?: string) => new ThroughlineError("refused", message, hint);

/** The only match for a query; none and several are errors that list the candidates. */
export function theOnly<Thing extends { readonly id: string }>(
  kind: string,
  query: string,
  found: readonly Thing[],
  where: string,
): Thing {
  const [only, another] = found;
  if (!only) throw notFound(`there is no ${kind} "${query}"`, where);
  if (!another) return only;
  const candidates = found.map((one) => one.id).join(", ");
  throw refused(`"${query}" matches more than one ${kind}`, `Give more of the id: ${candidates}`);
}

/** The Node.js error code (`ENOENT`, `EACCES`, …) of anything thrown, if it has one. */
export function systemCode(error: unknown): string | undefined {
  if (error instanceof Error && "code" in error && typeof error.code === "string") return error.code;
  return undefined;
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
