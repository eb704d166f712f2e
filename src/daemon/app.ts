import { Hono } from "hono";
import { refused } from "../core/index.ts";
import type { EventStreams } from "../events/index.ts";
import type { mcpOf } from "../mcp/index.ts";
import type { Throughline } from "../throughline.ts";
import { NAME, VERSION } from "../version.ts";
import { callerOf } from "./caller.ts";
import { noRoute, toHttp } from "./errors.ts";
import { authenticated, limitBody, type RequestEnv, rateLimited, requireLoopback, requireScope } from "./guard.ts";
import { HOOK_BODY_BYTES, hookRoute, type ReplaySpool } from "./hooks.ts";
import type { OperationRoutes } from "./operation-routes.ts";
import { scopeOf } from "./tokens.ts";

const BODY_BYTES = 4 << 20;

export interface Served {
  readonly engine: Throughline;
  readonly token: string;
  readonly streams: EventStreams;
  readonly status: () => Promise<unknown>;
  readonly shutDown: () => void;
  /** Replays what hooks could not deliver before. */
  readonly replaySpool: ReplaySpool;
}

/** The whole HTTP surface: authentication, limits, hooks, operations. */
export function createApp({ engine, token, streams, status, shutDown, replaySpool }: Served): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>();
  const { clock, config, log, store } = engine.services;
  const startedAt = clock.now();
  const limited = rateLimited(clock, config.limits.requestsPerMinute);

  app.onError((error, context) => {
    const { status: code, body } = toHttp(error);
    if (code >= 500) log.error({ err: error, path: context.req.path }, "a request failed");
    return context.json(body, code);
  });
  app.notFound(({ req }) => {
    throw noRoute(req);
  });

  app.use(requireLoopback);
  app.get("/health", (context) => {
    const bearer = context.req.header("authorization")?.replace(/^Bearer\s+/i, "") ?? "";
    const trusted = context.env.listener === "socket" || scopeOf(token, bearer) !== undefined;
    return context.json({
      name: NAME,
      version: VERSION,
      pid: process.pid,
      schemaVersion: store.schemaVersion,
      uptime: (clock.now() - startedAt) / 1000,
      ...(trusted && { home: engine.home?.dir }),
    });
  });

  app.use("/api/*", authenticated(token));
  app.use("/mcp", authenticated(token));
  app.post("/api/hooks/:event", limitBody(HOOK_BODY_BYTES), hookRoute(engine, replaySpool));

  // Before the rate limit: status and shutdown must work while somebody floods the daemon.
  app.get("/api/status", async (context) => {
    requireScope(context.get("scope"), "read");
    return context.json(await status());
  });
  app.post("/api/shutdown", (context) => {
    requireScope(context.get("scope"), "admin");
    const pid = context.req.query("pid");
    // A client that replaces an older daemon must not stop its replacement.
    if (pid !== undefined && Number(pid) !== process.pid)
      throw refused(`the daemon with process id ${pid} is not this one`, "See `throughline status`.");
    shutDown();
    return context.json({ stopping: true });
  });

  app.use("/api/*", limited, limitBody(BODY_BYTES));
  app.use("/mcp", limited, limitBody(BODY_BYTES));
  let mcp: ReturnType<typeof mcpOf> | undefined;
  app.all("/mcp", async (context) => {
    requireScope(context.get("scope"), "write");
    mcp ??= import("../mcp/index.ts").then((module) => module.mcpOf(engine));
    return (await mcp)(context.req.raw, callerOf(context));
  });
  app.get("/api/events", async (context) => {
    requireScope(context.get("scope"), "read");
    const { eventsAnswer } = await import("./events.ts");
    return eventsAnswer(engine, streams, context.req);
  });
  // Loaded on first use: hooks need no operations.
  let operations: Promise<OperationRoutes> | undefined;
  app.all("/api/*", async (context) => {
    operations ??= import("./operation-routes.ts").then(({ operationRoutes }) => operationRoutes(engine));
    const scope = context.get("scope");
    return (await operations).fetch(context.req.raw, { ...context.env, scope });
  });
  return app;
}
