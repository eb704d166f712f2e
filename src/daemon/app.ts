import { isAbsolute } from "node:path";
import { type Context, Hono } from "hono";
import { badInput, refused, ThroughlineError } from "../core/index.ts";
import type { Throughline } from "../engine.ts";
import { type Caller, type Operation, operations } from "../operations/index.ts";
import { NAME, VERSION } from "../version.ts";
import { toHttp } from "./errors.ts";
import { authenticated, type DoorEnv, fromHere, limitBody, rateLimited, requireScope } from "./guard.ts";
import { HOOK_BODY_BYTES, hookRoute } from "./hooks.ts";
import { openApi } from "./openapi.ts";
import { RateLimit } from "./rate-limit.ts";
import { scopeOf } from "./tokens.ts";

const BODY_BYTES = 4 << 20;

export interface Served {
  readonly engine: Throughline;
  readonly token: string;
  readonly status: () => Promise<unknown>;
  readonly shutDown: () => void;
  /** Takes in what hooks could not deliver before. */
  readonly takeWaiting: () => Promise<void>;
}

async function jsonBody(text: string): Promise<Record<string, unknown>> {
  if (text.trim() === "") return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badInput("the body is not JSON", "Send a JSON object.");
  }
  if (value === null || typeof value !== "object" || Array.isArray(value))
    throw badInput("the body is not a JSON object");
  return { ...value };
}

/** The whole HTTP surface: doors, guards and one route for each operation. */
export function createApp({ engine, token, status, shutDown, takeWaiting }: Served): Hono<DoorEnv> {
  const app = new Hono<DoorEnv>();
  const startedAt = engine.ambient.clock.now();
  const limited = rateLimited(new RateLimit(engine.ambient.clock, engine.ambient.config.limits.requestsPerMinute));

  app.onError((error, context) => {
    const { status: code, body } = toHttp(error);
    if (code >= 500) engine.ambient.log.error({ err: error, path: context.req.path }, "a request failed");
    return context.json(body, code);
  });
  app.notFound((context) => {
    const { status: code, body } = toHttp(
      new ThroughlineError(
        "not_found",
        `there is no ${context.req.method} ${context.req.path}`,
        "GET /api/openapi.json describes what there is.",
      ),
    );
    return context.json(body, code);
  });

  app.use(fromHere);
  app.get("/health", (context) => {
    const bearer = context.req.header("authorization")?.replace(/^Bearer\s+/i, "") ?? "";
    const trusted = context.env.door === "socket" || scopeOf(token, bearer) !== undefined;
    return context.json({
      name: NAME,
      version: VERSION,
      pid: process.pid,
      schemaVersion: engine.ambient.store.schemaVersion,
      uptime: (engine.ambient.clock.now() - startedAt) / 1000,
      ...(trusted && { home: engine.home?.dir }),
    });
  });

  app.use("/api/*", authenticated(token));
  app.use("/mcp", authenticated(token));
  app.post("/api/hooks/:event", limitBody(HOOK_BODY_BYTES), hookRoute(engine, takeWaiting));

  // Whoever looks what the matter is, or ends it, must not stand in line with those who flood the daemon.
  app.get("/api/status", async (context) => {
    requireScope(context, "read");
    return context.json(await status());
  });
  app.post("/api/shutdown", (context) => {
    requireScope(context, "admin");
    const meant = context.req.query("pid");
    // Whoever wants to replace an older daemon must not stop the one that has replaced it already.
    if (meant !== undefined && Number(meant) !== process.pid)
      throw refused(`the daemon with process id ${meant} is not this one`, "Look at `throughline status`.");
    shutDown();
    return context.json({ stopping: true });
  });

  app.use("/api/*", limited, limitBody(BODY_BYTES));
  app.use("/mcp", limited, limitBody(BODY_BYTES));
  app.get("/api/openapi.json", (context) => {
    requireScope(context, "read");
    return context.json(openApi(operations, VERSION));
  });
  app.all("/mcp", async (context) => {
    requireScope(context, "write");
    const { answerMcp } = await import("../mcp/index.ts");
    return answerMcp(engine, context.req.raw, callerOf(context));
  });
  for (const operation of operations) mount(app, engine, operation);
  return app;
}

/** Which process asks, and from which folder, where it says so. */
function callerOf({ req }: Context<DoorEnv>): Caller {
  return {
    clientPid: Number(req.header("x-throughline-client")) || undefined,
    folder: folderIn(req.header("x-throughline-folder")),
  };
}

function folderIn(header: string | undefined): string | undefined {
  try {
    const folder = decodeURIComponent(header ?? "");
    return isAbsolute(folder) ? folder : undefined;
  } catch {
    return undefined;
  }
}

function mount(app: Hono<DoorEnv>, engine: Throughline, operation: Operation): void {
  const { method, path, alsoPost } = operation.http;
  app.on([method.toUpperCase(), ...(alsoPost ? ["POST"] : [])], path, async (context) => {
    requireScope(context, operation.scope);
    const hasBody = context.req.method === "POST" || context.req.method === "PUT";
    const fromBody = hasBody ? await jsonBody(await context.req.text()) : {};
    const input = { ...fromBody, ...context.req.query(), ...context.req.param() };
    return context.json(await operation.invoke(engine, input, callerOf(context)));
  });
}
