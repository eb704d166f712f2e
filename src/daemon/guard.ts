import type { Readable } from "node:stream";
import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { ThroughlineError } from "../core/index.ts";
import type { Scope } from "../operations/index.ts";
import type { RateLimit } from "./rate-limit.ts";
import { allows, scopeOf } from "./tokens.ts";

/** Through which door a request came, and what its bearer may do. */
export interface DoorEnv {
  readonly Bindings: { readonly door: "socket" | "port"; readonly incoming: Readable };
  readonly Variables: { scope: Scope };
}

const LOOPBACK = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i;

const isLoopbackOrigin = (origin: string): boolean => {
  const match = origin.match(/^https?:\/\/(.+)$/i);
  return match?.[1] !== undefined && LOOPBACK.test(match[1]);
};

/** Another site's page in a browser can reach a loopback port; it cannot pretend to be at this host and origin. */
export const fromHere: MiddlewareHandler<DoorEnv> = async (context, next) => {
  if (context.env.door === "port") {
    const host = context.req.header("host") ?? "";
    const origin = context.req.header("origin");
    if (!LOOPBACK.test(host) || (origin !== undefined && !isLoopbackOrigin(origin))) {
      throw new ThroughlineError(
        "forbidden",
        "this address serves only programs on this machine",
        "Use http://127.0.0.1 with the port that `throughline status` shows.",
      );
    }
  }
  await next();
};

/** The socket is protected by its file mode; on the port a token says what its bearer may do. */
export function authenticated(master: string): MiddlewareHandler<DoorEnv> {
  return async (context, next) => {
    context.set("scope", scopeOfRequest(context, master));
    await next();
  };
}

function scopeOfRequest(context: Context<DoorEnv>, master: string): Scope {
  if (context.env.door === "socket") return "admin";
  const presented = context.req.header("authorization")?.match(/^Bearer\s+(\S+)$/i)?.[1];
  const scope = presented === undefined ? undefined : scopeOf(master, presented);
  if (scope) return scope;
  throw new ThroughlineError(
    "unauthorized",
    presented === undefined ? "a token is needed" : "this token is not known here",
    "Send `Authorization: Bearer <token>` with the token in the file `token` of Throughline's home.",
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

const PASS_OVER_WITHIN_MS = 1000;

/** Lets the rest of a body go by: a client that is cut off while it sends never reads why. */
function passOver(incoming: Readable): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, PASS_OVER_WITHIN_MS);
    const passed = () => {
      clearTimeout(timer);
      resolve();
    };
    for (const event of ["end", "close", "error"]) incoming.once(event, passed);
    // The web stream over it takes hold of it a little later, and would hold it back: nobody reads that stream any
    // more.
    setImmediate(() => incoming.removeAllListeners("data").resume());
  });
}

/** Whether a request tells the length of its body, which the server then holds it to. */
const saysLength = ({ req }: Context<DoorEnv>, maxSize: number): boolean =>
  req.header("transfer-encoding") === undefined && Number(req.header("content-length") ?? Number.NaN) <= maxSize;

export function limitBody(maxSize: number): MiddlewareHandler<DoorEnv> {
  const counted = bodyLimit({
    maxSize,
    async onError(context: Context<DoorEnv>) {
      await passOver(context.env.incoming);
      throw new ThroughlineError("too_large", `the body is larger than ${maxSize >> 20} MB`, "Send less at once.");
    },
  });
  // To count a body takes a stream around it, which every hook would wait for.
  return (context, next) => (saysLength(context, maxSize) ? next() : counted(context, next));
}

export function rateLimited(limit: RateLimit): MiddlewareHandler<DoorEnv> {
  return async (context, next) => {
    // Each scope has one token; the header could spell that token in many ways.
    const seconds = limit.secondsToWait(context.env.door === "socket" ? "socket" : context.get("scope"));
    if (seconds > 0) {
      context.header("Retry-After", String(seconds));
      throw new ThroughlineError(
        "rate_limited",
        `more than ${limit.perMinute} requests came within a minute: the daemon answers no more of them until it is over`,
        `Wait ${seconds} s. A script or an agent may be asking in a loop: end that. What hooks tell is still taken in. \`limits.requestsPerMinute\` sets the limit.`,
      );
    }
    await next();
  };
}
