import { z } from "zod";
import { outsideEvent } from "../events/index.ts";
import { eventQuery, type Operation, type Scope } from "../operations/index.ts";

const schemaOf = (shape: z.ZodType): unknown =>
  z.toJSONSchema(shape, { io: "input", unrepresentable: "any", reused: "inline" });

const json = (schema: unknown) => ({ content: { "application/json": { schema } } });

const ERROR = schemaOf(
  z.object({ error: z.object({ code: z.string(), message: z.string(), hint: z.string().optional() }) }),
);

type Method = Operation["http"]["method"];

interface Route {
  readonly operationId: string;
  readonly summary: string;
  /** None is needed without one. */
  readonly scope?: Scope | undefined;
  readonly parameters?: readonly unknown[];
  readonly requestBody?: unknown;
  readonly answer: Readonly<Record<string, unknown>>;
}

const described = ({ scope, answer, summary, ...route }: Route) => ({
  ...route,
  summary,
  security: scope ? [{ token: [scope] }] : [],
  responses: {
    200: { description: summary, ...answer },
    default: { description: "the error and what to do", ...json(ERROR) },
  },
});

const hasBody = (method: Method): boolean => method === "post" || method === "put";

function parameter(name: string, shape: unknown, inPath = false) {
  const field = shape instanceof z.ZodType ? shape : z.unknown();
  return {
    ...{ name, in: inPath ? "path" : "query", schema: schemaOf(field) },
    required: inPath || !field.safeParse(undefined).success,
    ...(field.description && { description: field.description }),
  };
}

function describe(operation: Operation, method = operation.http.method): unknown {
  const { name, summary, scope, input, output, http } = operation;
  const inPath = new Set([...http.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? ""));
  const fields = Object.entries(input.shape);
  const body = z.strictObject(Object.fromEntries(fields.filter(([field]) => !inPath.has(field))));
  return described({
    ...{ operationId: method === http.method ? name : `${name}.${method}`, summary, scope },
    parameters: fields
      .filter(([field]) => inPath.has(field) || !hasBody(method))
      .map(([field, shape]) => parameter(field, shape, inPath.has(field))),
    ...(hasBody(method) && { requestBody: json(schemaOf(body)) }),
    answer: json(schemaOf(output)),
  });
}

const hookRoute: Route = {
  operationId: "hooks",
  summary: "handle a client's hook event; the body is the hook's input",
  scope: "write",
  parameters: [
    parameter("event", z.string(), true),
    parameter("harness", z.string().optional()),
    parameter("as", z.enum(["client"]).optional().describe("answer in the client's own output form")),
  ],
  requestBody: json({ type: "object" }),
  answer: json(schemaOf(z.object({ outcome: z.string().optional(), inject: z.string().optional() }))),
};

const eventStream: Route = {
  operationId: "events",
  summary: "stream events as server-sent events; Last-Event-ID resumes",
  scope: "read",
  parameters: Object.entries(eventQuery.shape).map(([name, field]) => parameter(name, field)),
  answer: { content: { "text/event-stream": { schema: schemaOf(outsideEvent) } } },
};

const plain = (operationId: string, summary: string, scope?: Scope) =>
  described({ operationId, summary, scope, answer: json({ type: "object" }) });

/** Routes that are not operations. */
const OTHER_ROUTES: Readonly<Record<string, Record<string, unknown>>> = {
  "/health": { get: plain("health", "check that the daemon is running: name, version, pid, schema version, uptime") },
  "/api/openapi.json": { get: plain("openapi", "get this description", "read") },
  "/api/status": { get: plain("status", "show the daemon's status and what is stored", "read") },
  "/api/shutdown": { post: plain("shutdown", "stop the daemon after pending work is written", "admin") },
  "/mcp": { post: plain("mcp", "MCP over streamable HTTP", "write") },
  "/api/hooks/{event}": { post: described(hookRoute) },
  "/api/events": { get: described(eventStream) },
};

/** The API description, generated from the same definitions as the routes. */
export function openApi(operations: readonly Operation[], version: string): unknown {
  const paths: Record<string, Record<string, unknown>> = { ...OTHER_ROUTES };
  for (const operation of operations) {
    const path = operation.http.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = {
      ...paths[path],
      [operation.http.method]: describe(operation),
      ...(operation.http.alsoPost && { post: describe(operation, "post") }),
    };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Throughline",
      version,
      description: "Keeps an AI agent's work alive when its context window dies.",
    },
    components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
    paths,
  };
}
