import type { ContentfulStatusCode } from "hono/utils/http-status";
import { type ErrorCode, redact, systemCode, ThroughlineError } from "../core/index.ts";

const STATUS: Record<ErrorCode, ContentfulStatusCode> = {
  bad_input: 400,
  bad_config: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  refused: 409,
  home_in_use: 409,
  home_unusable: 500,
  too_large: 413,
  rate_limited: 429,
  internal: 500,
  store_damaged: 500,
  store_too_new: 500,
  daemon_unreachable: 503,
};

export interface ErrorBody {
  readonly error: { readonly code: ErrorCode; readonly message: string; readonly hint: string };
}

const DESCRIBED = "GET /api/openapi.json describes the API.";

const isFullDisk = (error: unknown): boolean =>
  systemCode(error) === "ENOSPC" || (error instanceof Error && /database or disk is full/i.test(error.message));

export const noRoute = ({ method, path }: { readonly method: string; readonly path: string }): ThroughlineError =>
  new ThroughlineError("not_found", `there is no ${method} ${path}`, "GET /api/openapi.json lists all routes.");

/** The one place where an error becomes an HTTP answer. */
export function toHttp(error: unknown): { status: ContentfulStatusCode; body: ErrorBody } {
  if (error instanceof ThroughlineError) {
    const { code, message, hint } = error;
    // Messages quote the input, which may contain a secret.
    return {
      status: STATUS[code],
      body: { error: { code, message: redact(message), hint: redact(hint ?? DESCRIBED) } },
    };
  }
  if (isFullDisk(error)) {
    const message = "the disk is full: nothing more can be stored";
    return {
      status: 507,
      body: { error: { code: "internal", message, hint: "Free some space; stored data is safe." } },
    };
  }
  const hint = "The daemon's log has the details; `throughline doctor` checks the installation.";
  return {
    status: 500,
    body: { error: { code: "internal", message: "something went wrong inside Throughline", hint } },
  };
}
