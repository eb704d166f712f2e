import type { Readable } from "node:stream";
import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { type Clock, ThroughlineError } from "../core/index.ts";
import type { Scope } from "../operations/index.ts";
import { allows, scopeOf } from "./tokens.ts";

/** Which listener a request came through, and the scope of its token. */
export interface RequestEnv {
  readonly Bindings: { readonly listener: "socket" | "port"; readonly incoming: Readable };
  readonly Variables: { scope: Scope };
}

const LOOPBACK = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i;

/** A web page of another site can reach a loopback port, but cannot fake its Host and Origin headers. */
export const requireLoopback: MiddlewareHandler<RequestEnv> = async (context, next) => {
  if (context.env.listener === "port") {
    const host = context.req.header("host") ?? "";
    const origin = context.req.header("origin");
    if (
      !LOOPBACK.test(host) ||
      (origin !== undefined && !LOOPBACK.test(/^https?:\/\/(.+)$/i.exec(origin)?.[1] ?? ""))
    ) {
      throw new ThroughlineError(
        "forbidden",
        "only programs on this machine can use this address",
        "Use http://127.0.0.1 with the port that `throughline status` shows.",
      );
    }
  }
  await next();
};

/** The socket is protected by its file mode; on the port the token decides the scope. */
export function authenticated(master: string): MiddlewareHandler<RequestEnv> {
  return async (context, next) => {
    context.set("scope", scopeOfRequest(context, master));
    await next();
  };
}

function scopeOfRequest(context: Context<RequestEnv>, master: string): Scope {
  if (context.env.listener === "socket") return "admin";
  const presented = context.req.header("authorization")?.match(/^Bearer\s+(\S+)$/i)?.[1];
  const scope = presented === undefined ? undefined : scopeOf(master, presented);
  if (scope) return scope;
  throw new ThroughlineError(
    "unauthorized",
    presented === undefined ? "a token is required" : "unknown token",
    "Send `Authorization: Bearer <token>` with the token from the file `token` in Throughline's data folder.",
  );
}

export function requireScope(scope: Scope, needed: Scope): void {
  if (allows(scope, needed)) return;
  throw new ThroughlineError(
    "forbidden",
    `this needs the scope ${needed}`,
    `\`throughline token --scope ${needed}\` prints a token for it.`,
  );
}

const DISCARD_WITHIN_MS = 1000;

/** Discards the rest of a body: a client that is cut off while sending never reads the error. */
function discardRest(incoming: Readable): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, DISCARD_WITHIN_MS);
    const finish = () => {
      clearTimeout(timer);
      resolve();
    };
    for (const event of ["end", "close", "error"]) incoming.once(event, finish);
    // The web stream attaches a little later and would pause it, though nobody reads that stream any more.
    setImmediate(() => incoming.removeAllListeners("data").resume());
  });
}

/** Whether a request declares an acceptable body length, which the server then enforces. */
const declaresLength = ({ req }: Context<RequestEnv>, maxSize: number): boolean =>
  req.header("transfer-encoding") === undefined && Number(req.header("content-length") ?? Number.NaN) <= maxSize;

export function limitBody(maxSize: number): MiddlewareHandler<RequestEnv> {
  const counted = bodyLimit({
    maxSize,
    async onError(context: Context<RequestEnv>) {
      await discardRest(context.env.incoming);
      throw new ThroughlineError("too_large", `the body is larger than ${maxSize >> 20} MB`, "Send less at once.");
    },
  });
  // Counting a body needs a wrapping stream, which would slow down every hook.
  return (context, next) => (declaresLength(context, maxSize) ? next() : counted(context, next));
}

const WINDOW_MS = 60_000;

/** Limits requests per minute and scope; not by header, because the same token can be written in several ways. */
export function rateLimited(clock: Clock, perMinute: number): MiddlewareHandler<RequestEnv> {
  const windows = new Map<string, { readonly from: number; count: number }>();
  const secondsToWait = (bearer: string): number => {
    const now = clock.now();
    const known = windows.get(bearer);
    const window = known && now - known.from < WINDOW_MS ? known : { from: now, count: 0 };
    windows.set(bearer, window);
    window.count += 1;
    return window.count <= Math.max(1, perMinute) ? 0 : Math.max(1, Math.ceil((window.from + WINDOW_MS - now) / 1000));
  };
  return async (context, next) => {
    const seconds = secondsToWait(context.env.listener === "socket" ? "socket" : context.get("scope"));
    if (seconds > 0) {
      context.header("Retry-After", String(seconds));
      throw new ThroughlineError(
        "rate_limited",
        `more than ${perMinute} requests within a minute`,
        `Wait ${seconds} s. A script or an agent may be calling in a loop: stop it. Hooks are not affected. \`limits.requestsPerMinute\` sets the limit.`,
      );
    }
    await next();
  };
}
