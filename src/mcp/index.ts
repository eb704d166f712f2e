import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import {
  CallToolRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { redact, ThroughlineError } from "../core/index.ts";
import type { Throughline } from "../engine.ts";
import { type Caller, type Operation, operations } from "../operations/index.ts";
import { NAME, VERSION } from "../version.ts";
import { INSTRUCTIONS } from "./instructions.ts";
import { listResources, readResource, resourceTemplates } from "./resources.ts";

const offered = operations.flatMap((operation) => (operation.mcp ? [{ operation, ...operation.mcp }] : []));

const inputSchemaShape = z.looseObject({ type: z.literal("object") });

const tools = offered.map(({ operation, tool, description }) => ({
  name: tool,
  description,
  inputSchema: inputSchemaShape.parse(z.toJSONSchema(operation.input, { io: "input", unrepresentable: "any" })),
  annotations: { readOnlyHint: operation.scope === "read", openWorldHint: false },
}));

/** Claude Code sends the id of the tool call; its hook has announced the same id. */
const TOOL_USE_ID = "claudecode/toolUseId";

const camelCase = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Accepts snake_case for camelCase fields: agents mix them up. */
function withCamelCase({ input: { shape } }: Operation, given: unknown): unknown {
  if (given === null || typeof given !== "object" || Array.isArray(given)) return given;
  const entries = Object.entries(given).map(([name, value]): [string, unknown] => {
    const meant = camelCase(name);
    return [!(name in shape) && meant in shape && !(meant in given) ? meant : name, value];
  });
  return Object.fromEntries(entries);
}

async function callTool(engine: Throughline, name: string, input: unknown, caller: Caller) {
  const found = offered.find((one) => one.tool === name);
  try {
    if (!found)
      throw new ThroughlineError(
        "not_found",
        `there is no tool "${name}"`,
        `Tools: ${offered.map((one) => one.tool).join(", ")}.`,
      );
    const text = await found.operation.answerAgent(engine, withCamelCase(found.operation, input), caller);
    return { content: [{ type: "text" as const, text }] };
  } catch (error) {
    if (!(error instanceof ThroughlineError)) throw error;
    return {
      isError: true,
      content: [{ type: "text" as const, text: redact([error.message, error.hint].filter(Boolean).join("\n")) }],
    };
  }
}

function serverFor(engine: Throughline, connected: Caller): Server {
  const client = { ...connected, isAgent: true };
  engine.notices.connected(connected.clientPid);
  const server = new Server(
    { name: NAME, version: VERSION },
    { capabilities: { tools: {}, resources: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    const toolUseId = params._meta?.[TOOL_USE_ID];
    const caller = typeof toolUseId === "string" ? { ...client, toolUseId } : client;
    return callTool(engine, params.name, params.arguments, caller);
  });
  server.setRequestHandler(ListResourcesRequestSchema, async () => ({ resources: await listResources(engine) }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params }) => ({
    contents: await readResource(engine, params.uri),
  }));
  return server;
}

/** One request of the streamable HTTP transport, without a transport session: the store is the only state. */
export async function answerMcp(engine: Throughline, request: Request, client: Caller): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await serverFor(engine, client).connect(transport);
  return transport.handleRequest(request);
}
