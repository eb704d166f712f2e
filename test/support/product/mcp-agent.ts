import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { z } from "zod";
import { packageRoot } from "../../../src/version.ts";
import type { Product } from "./product.ts";

const answer = z.object({ content: z.array(z.object({ text: z.string() })).min(1) });

/** An agent that calls tools through `throughline mcp`; its client's process is this one. */
export class McpAgent {
  readonly #client = new Client({ name: "test", version: "1" });

  static async connected(product: Product, cwd: string): Promise<McpAgent> {
    const agent = new McpAgent();
    const env = Object.fromEntries(
      Object.entries(product.environment({})).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    );
    const args = [join(packageRoot, "bin", "throughline.cjs"), "mcp"];
    await agent.#client.connect(new StdioClientTransport({ command: process.execPath, args, env, cwd }));
    return agent;
  }

  async call(tool: string, args: Record<string, unknown>): Promise<unknown> {
    return JSON.parse(await this.text(tool, args));
  }

  /** What the agent reads: an answer, or why there is none. */
  async text(tool: string, args: Record<string, unknown>): Promise<string> {
    const { content } = answer.parse(await this.#client.callTool({ name: tool, arguments: args }));
    return content[0]?.text ?? "";
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}
