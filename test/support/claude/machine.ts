import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Product } from "../product/product.ts";
import { requestText } from "../standin/request.ts";
import { type Standin, startStandin } from "../standin/standin.ts";
import { type ClaudeProcess, openClaude, runClaude } from "./client.ts";
import type { ClaudeOptions } from "./environment.ts";
import type { Exit } from "./process.ts";

/**
 * A user's machine: the product connected to the real Claude Code as `init` does it, the stand-in for its model, one
 * project.
 */
export class Machine {
  readonly product = new Product();
  readonly project = join(this.product.folder, "acme");
  readonly #open: ClaudeProcess[] = [];

  private constructor(readonly standin: Standin) {}

  static async setUp(): Promise<Machine> {
    const machine = new Machine(await startStandin());
    const { product, project } = machine;
    mkdirSync(join(product.folder, ".claude"), { recursive: true });
    mkdirSync(project);
    const { code, stderr } = await product.cli(["init", "--harness", "claude-code", "--yes"]);
    if (code !== 0 || stderr !== "") throw new Error(`init ended with ${code}: ${stderr}`);
    return machine;
  }

  /** Starts the client in the project, with further arguments and variables. */
  async claude(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<ClaudeProcess> {
    const started = await openClaude(this.#options(env), ["--dangerously-skip-permissions", ...args]);
    this.#open.push(started);
    return started;
  }

  /** Runs one of the client's own commands, such as `plugin install`. */
  runClaude(args: readonly string[]): Promise<Exit> {
    return runClaude(this.#options(), args);
  }

  #options(env: Readonly<Record<string, string>> = {}): ClaudeOptions {
    const { product, project, standin } = this;
    return {
      home: product.folder,
      standinUrl: standin.url,
      project,
      env: { THROUGHLINE_HOME: product.home.dir, ...env },
    };
  }

  /** All that the model was told with the last request. */
  lastTold(): string {
    const last = this.standin.requests.at(-1);
    return last ? requestText(last) : "";
  }

  async dispose(): Promise<void> {
    for (const claude of this.#open.splice(0)) await claude.close();
    await this.standin.close();
    await this.product.dispose();
  }
}

/** Scripts the stand-in to call a tool. */
export const call = (name: string, input: object): string => `[[tool ${name} ${JSON.stringify(input)}]]`;
export const bash = (command: string): string => call("Bash", { command, description: "work" });
