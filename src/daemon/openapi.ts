import { z } from "zod";
import { outsideEvent } from "../events/index.ts";
import { eventQuery, type Operation, type Scope } from "../operations/index.ts";

const ERROR = {
  type: "object",
  properties: {
    error: {
      type: "object",
      properties: { code: { type: "string" }, message: { type: "string" }, hint: { type: "string" } },
      required: ["code", "message"],
    },
  },
  required: ["error"],
};

const schemaOf = (shape: z.ZodType): unknown =>
  z.toJSONSchema(shape, { io: "input", unrepresentable: "any", reused: "inline" });

const json = (schema: unknown) => ({ content: { "application/json": { schema } } });

type Method = Operation["http"]["method"];

const hasBody = (method: Method): boolean => method === "post" || method === "put";

function parameters(operation: Operation, method: Method, inPath: ReadonlySet<string>): unknown[] {
  return Object.entries(operation.input.shape)
    .filter(([name]) => inPath.has(name) || !hasBody(method))
    .map(([name, shape]) => {
      const field = shape instanceof z.ZodType ? shape : z.unknown();
      return {
        name,
        in: inPath.has(name) ? "path" : "query",
        required: inPath.has(name) || !field.safeParse(undefined).success,
        schema: schemaOf(field),
        ...(field.description && { description: field.description }),
      };
    });
}

function describe(operation: Operation, method = operation.http.method): unknown {
  const inPath = new Set([...operation.http.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? ""));
  const body = z.strictObject(
    Object.fromEntries(Object.entries(operation.input.shape).filter(([name]) => !inPath.has(name))),
  );
  return {
    operationId: method === operation.http.method ? operation.name : `${operation.name}.${method}`,
    summary: operation.summary,
    security: [{ token: [operation.scope] }],
    parameters: parameters(operation, method, inPath),
    ...(hasBody(method) && { requestBody: json(schemaOf(body)) }),
    responses: {
      200: { description: operation.summary, ...json(schemaOf(operation.output)) },
      default: { description: "the error and what to do", ...json(ERROR) },
    },
  };
}

const hookPath = {
  post: {
    operationId: "hooks",
    summary: "handle a client's hook event; the body is the hook's input",
    security: [{ token: ["write"] }],
    parameters: [
      { name: "event", in: "path", required: true, schema: { type: "string" } },
      { name: "harness", in: "query", schema: { type: "string" } },
      {
        name: "as",
        in: "query",
        schema: { type: "string", enum: ["client"] },
        description: "answer in the client's own output form",
      },
    ],
    requestBody: json({ type: "object" }),
    responses: {
      200: {
        description: "the answer",
        ...json({ type: "object", properties: { outcome: { type: "string" }, inject: { type: "string" } } }),
      },
      default: { description: "the error and what to do", ...json(ERROR) },
    },
  },
};

const eventStream = () => ({
  operationId: "events",
  summary: "stream events as server-sent events; Last-Event-ID resumes",
  security: [{ token: ["read"] }],
  parameters: Object.entries(eventQuery.shape).map(([name, field]) => ({
    ...{ name, in: "query", schema: schemaOf(field) },
    ...(field.description && { description: field.description }),
  })),
  responses: {
    200: {
      description: "one event each, its data in this form",
      content: { "text/event-stream": { schema: schemaOf(outsideEvent) } },
    },
    default: { description: "the error and what to do", ...json(ERROR) },
  },
});

const plain = (operationId: string, summary: string, scope?: Scope) => ({
  operationId,
  summary,
  security: scope ? [{ token: [scope] }] : [],
  responses: {
    200: { description: summary, ...json({ type: "object" }) },
    default: { description: "the error and what to do", ...json(ERROR) },
  },
});

/** Routes that are not operations. */
const OTHER_ROUTES: Readonly<Record<string, Record<string, unknown>>> = {
  "/health": { get: plain("health", "check that the daemon is running: name, version, pid, schema version, uptime") },
  "/api/openapi.json": { get: plain("openapi", "get this description", "read") },
  "/api/status": { get: plain("status", "show the daemon's status and what is stored", "read") },
  "/api/shutdown": { post: plain("shutdown", "stop the daemon after pending work is written", "admin") },
  "/mcp": { post: plain("mcp", "MCP over streamable HTTP", "write") },
  "/api/hooks/{event}": hookPath,
};

/** The API description, generated from the same definitions as the routes. */
export function openApi(operations: readonly Operation[], version: string): unknown {
  const paths: Record<string, Record<string, unknown>> = { ...OTHER_ROUTES, "/api/events": { get: eventStream() } };
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
