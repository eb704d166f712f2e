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
import { ofAllClients } from "../harnesses/traits/index.ts";
import type { Caller, Operation } from "../operations/index.ts";
import type { Throughline } from "../throughline.ts";
import { NAME, VERSION } from "../version.ts";
import { INSTRUCTIONS } from "./instructions.ts";
import { listResources, readResource, resourceTemplates } from "./resources.ts";

interface Tool {
  readonly operation: Operation;
  readonly tool: string;
  readonly description: string;
}

const toolsOf = (operations: readonly Operation[]): Tool[] =>
  operations.flatMap((operation) => (operation.mcp ? [{ operation, ...operation.mcp }] : []));

const inputSchemaShape = z.looseObject({ type: z.literal("object") });

const describe = ({ operation, tool, description }: Tool) => ({
  name: tool,
  description,
  inputSchema: inputSchemaShape.parse(z.toJSONSchema(operation.input, { io: "input", unrepresentable: "any" })),
  annotations: { readOnlyHint: operation.scope === "read", openWorldHint: false },
});

const TOOL_USE_IDS = ofAllClients(({ mcpToolUseId }) => mcpToolUseId);

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

/** An engine as MCP clients see it. */
interface Served {
  readonly engine: Throughline;
  readonly offered: readonly Tool[];
  readonly described: readonly ReturnType<typeof describe>[];
}

async function callTool({ engine, offered }: Served, name: string, input: unknown, caller: Caller) {
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

function serverFor(served: Served, connected: Caller): Server {
  const { engine } = served;
  const client = { ...connected, isAgent: true };
  engine.notices.connected(connected.clientPid);
  const server = new Server(
    { name: NAME, version: VERSION },
    { capabilities: { tools: {}, resources: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...served.described] }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    const toolUseId = TOOL_USE_IDS.map((name) => params._meta?.[name]).find((id) => typeof id === "string");
    const caller = toolUseId !== undefined ? { ...client, toolUseId } : client;
    return callTool(served, params.name, params.arguments, caller);
  });
  server.setRequestHandler(ListResourcesRequestSchema, async () => ({ resources: await listResources(engine) }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params }) => ({
    contents: await readResource(engine, params.uri),
  }));
  return server;
}

/** Answers requests of the streamable HTTP transport, without a transport session: the store is the only state. */
export async function mcpOf(engine: Throughline): Promise<(request: Request, client: Caller) => Promise<Response>> {
  const offered = toolsOf(await engine.operations());
  const served = { engine, offered, described: offered.map(describe) };
  return async (request, client) => {
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await serverFor(served, client).connect(transport);
    return transport.handleRequest(request);
  };
}
