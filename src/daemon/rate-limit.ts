import type { MiddlewareHandler } from "hono";
import { type Clock, ThroughlineError } from "../core/index.ts";
import type { RequestEnv } from "./guard.ts";

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
