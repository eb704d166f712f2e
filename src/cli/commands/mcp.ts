import { createInterface } from "node:readline";
import { Command } from "commander";
import { homeAt, homeDir } from "../../core/index.ts";
import { ask, ensureDaemon } from "../../daemon/index.ts";

const JSON_RPC_INTERNAL_ERROR = -32603;

function idOf(line: string): unknown {
  try {
    const message: unknown = JSON.parse(line);
    return message !== null && typeof message === "object" && "id" in message ? message.id : undefined;
  } catch {
    return undefined;
  }
}

/** MCP over standard input and output: each line goes to the daemon, each answer comes back as a line. */
async function bridge(): Promise<void> {
  const home = homeAt(homeDir());
  const forward = async (line: string): Promise<void> => {
    const id = idOf(line);
    try {
      await ensureDaemon(home);
      const { body } = await ask(home, {
        method: "POST",
        path: "/mcp",
        body: line,
        // The client's own process: by it a call finds its session when nothing else names it.
        headers: { accept: "application/json, text/event-stream", "x-throughline-client": String(process.ppid) },
      });
      if (body !== "") process.stdout.write(`${body}\n`);
    } catch (error) {
      if (id === undefined) return;
      const message = `Throughline's daemon could not be reached: ${error instanceof Error ? error.message : String(error)}`;
      process.stdout.write(
        `${JSON.stringify({ jsonrpc: "2.0", id, error: { code: JSON_RPC_INTERNAL_ERROR, message } })}\n`,
      );
    }
  };
  const pending = new Set<Promise<void>>();
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === "") continue;
    const answered = forward(line).finally(() => pending.delete(answered));
    pending.add(answered);
  }
  await Promise.all(pending);
}

export const mcpCommand = new Command("mcp")
  .description("Serve MCP on standard input and output, for agents.")
  .action(bridge);
