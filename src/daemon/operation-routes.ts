import { Hono } from "hono";
import { z } from "zod";
import { badInput } from "../core/index.ts";
import type { Operation, Scope } from "../operations/index.ts";
import type { Throughline } from "../throughline.ts";
import { VERSION } from "../version.ts";
import { callerOf } from "./caller.ts";
import { noRoute } from "./errors.ts";
import { type RequestEnv, requireScope } from "./guard.ts";
import { openApi } from "./openapi.ts";

/** The scope was determined by the outer app. */
interface AuthenticatedEnv {
  readonly Bindings: RequestEnv["Bindings"] & { readonly scope: Scope };
}

export type OperationRoutes = Hono<AuthenticatedEnv>;

/** One route for each operation, and their description. Errors are handled by the outer app. */
export async function operationRoutes(engine: Throughline): Promise<OperationRoutes> {
  const operations = await engine.operations();
  const routes = new Hono<AuthenticatedEnv>();
  routes.onError((error) => {
    throw error;
  });
  routes.notFound(({ req }) => {
    throw noRoute(req);
  });
  routes.get("/api/openapi.json", (context) => {
    requireScope(context.env.scope, "read");
    return context.json(openApi(operations, VERSION));
  });
  for (const operation of operations) mount(routes, engine, operation);
  return routes;
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

/** The query string's fields: all values of a list field, the first of any other. */
function queryFor({ input }: Operation, given: Readonly<Record<string, readonly string[]>>): Record<string, unknown> {
  const entries = Object.entries(given).map(([name, values]): [string, unknown] => {
    const field: unknown = input.shape[name];
    const isList = values.length > 1 && field instanceof z.ZodType && field.safeParse(values).success;
    return [name, isList ? values : values[0]];
  });
  return Object.fromEntries(entries);
}

function mount(routes: OperationRoutes, engine: Throughline, operation: Operation): void {
  const { method, path, alsoPost } = operation.http;
  routes.on([method.toUpperCase(), ...(alsoPost ? ["POST"] : [])], path, async (context) => {
    requireScope(context.env.scope, operation.scope);
    const hasBody = context.req.method === "POST" || context.req.method === "PUT";
    const fromBody = hasBody ? await jsonBody(await context.req.text()) : {};
    const input = { ...fromBody, ...queryFor(operation, context.req.queries()), ...context.req.param() };
    return context.json(await operation.invoke(engine, input, callerOf(context)));
  });
}
