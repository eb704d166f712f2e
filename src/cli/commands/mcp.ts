import { Command } from "commander";
import { z } from "zod";
import { homeAt, homeDir, jsonIn, messageOf, systemCode } from "../../core/index.ts";
import { type Answer, ask, ensureDaemon } from "../../daemon/index.ts";
import { ofAllClients } from "../../harnesses/traits/index.ts";

const JSON_RPC_INTERNAL_ERROR = -32603;
const JSON_RPC_INVALID_REQUEST = -32600;
/** An empty batch gets no answer from the server, so the client would wait. */
const EMPTY_BATCH = /^\s*\[\s*\]\s*$/;
/** The daemon ended before it received the request, so it can be sent again. */
const NOT_REACHED = new Set(["ECONNREFUSED", "ENOENT"]);

const withId = z.object({ id: z.union([z.string(), z.number()]) });
const refusal = z.object({ error: z.object({ message: z.string(), hint: z.string().optional() }) });

/** Lines end with a newline and nothing else: JSON may hold other line separators, which `readline` would break at. */
async function* linesOf(input: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  for await (const chunk of input) {
    let from = 0;
    for (let end = chunk.indexOf("\n"); end >= 0; end = chunk.indexOf("\n", from)) {
      yield Buffer.concat([...rest, chunk.subarray(from, end)]).toString("utf8");
      rest = [];
      from = end + 1;
    }
    rest.push(chunk.subarray(from));
  }
  yield Buffer.concat(rest).toString("utf8");
}

const projectVariables = ofAllClients(({ projectVariable }) => projectVariable);

/** MCP over stdio: each line goes to the daemon, each answer comes back as a line. */
async function bridge(): Promise<void> {
  const home = homeAt(homeDir());
  const headers = {
    accept: "application/json, text/event-stream",
    // The client's process id identifies the session when nothing else does.
    "x-throughline-client": String(process.ppid),
    // Clients start their servers in their working folder. Encoded, because headers are ASCII.
    "x-throughline-folder": encodeURIComponent(
      projectVariables.map((name) => process.env[name]).find(Boolean) || process.cwd(),
    ),
  };

  const send = async (line: string, again = true): Promise<Answer> => {
    await ensureDaemon(home);
    try {
      return await ask(home, { method: "POST", path: "/mcp", body: line, headers });
    } catch (error) {
      if (again && NOT_REACHED.has(systemCode(error) ?? "")) return send(line, false);
      throw error;
    }
  };
  const refuse = (id: string | number | null, code: number, message: string): void => {
    process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } })}\n`);
  };
  const complain = (line: string, message: string): void => {
    const request = withId.safeParse(jsonIn(line));
    if (request.success) refuse(request.data.id, JSON_RPC_INTERNAL_ERROR, message);
  };
  const forward = async (line: string): Promise<void> => {
    try {
      const { status, body } = await send(line);
      const refused = status >= 400 ? refusal.safeParse(jsonIn(body)) : undefined;
      // HTTP errors (too large, too often) come from before the MCP server and are not JSON-RPC.
      if (refused?.success && !body.includes('"jsonrpc"'))
        complain(line, [refused.data.error.message, refused.data.error.hint].filter(Boolean).join("\n"));
      else if (body !== "") process.stdout.write(`${body}\n`);
    } catch (error) {
      complain(line, `Throughline's daemon could not be reached: ${messageOf(error)}`);
    }
  };
  const pending = new Set<Promise<void>>();
  for await (const line of linesOf(process.stdin)) {
    if (line.trim() === "") continue;
    if (EMPTY_BATCH.test(line)) {
      refuse(null, JSON_RPC_INVALID_REQUEST, "Invalid Request: the batch is empty");
      continue;
    }
    const answered = forward(line).finally(() => pending.delete(answered));
    pending.add(answered);
  }
  await Promise.all(pending);
}

export const mcpCommand = new Command("mcp")
  .description("Serve MCP on standard input and output, for agents.")
  .action(bridge);
