import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { build } from "esbuild";
import { onTestFinished } from "vitest";

/** A real Node.js process that runs `source` against this source tree and prints a line for each step. */
export class Child {
  readonly process: ChildProcess;
  readonly lines: string[] = [];
  readonly #waiting = new Set<() => void>();

  private constructor(process: ChildProcess) {
    this.process = process;
    if (!process.stdout) throw new Error("the child has no output");
    createInterface({ input: process.stdout }).on("line", (line) => {
      this.lines.push(line);
      for (const wake of this.#waiting) wake();
    });
  }

  static async start(source: string, argument: string): Promise<Child> {
    const root = join(import.meta.dirname, "..", "..");
    // Inside node_modules, so that packages resolve.
    const cache = join(root, "node_modules", ".cache");
    mkdirSync(cache, { recursive: true });
    const folder = mkdtempSync(join(cache, "throughline-child-"));
    // Like the package: the program is one folder below package.json.
    copyFileSync(join(root, "package.json"), join(folder, "package.json"));
    const outfile = join(folder, "dist", "child.mjs");
    await build({
      stdin: { contents: source, resolveDir: join(root, "src"), loader: "ts" },
      outfile,
      bundle: true,
      platform: "node",
      format: "esm",
      packages: "external",
      logLevel: "silent",
    });
    const child = new Child(spawn(process.execPath, [outfile, argument], { stdio: ["ignore", "pipe", "inherit"] }));
    onTestFinished(async () => {
      await child.kill();
      rmSync(folder, { recursive: true, force: true });
    });
    return child;
  }

  async waitForLines(count: number): Promise<void> {
    while (this.lines.length < count) {
      if (this.process.exitCode !== null) throw new Error(`the child ended early: ${this.lines.join("\n")}`);
      await new Promise<void>((resolve) => {
        const wake = () => {
          this.#waiting.delete(wake);
          resolve();
        };
        this.#waiting.add(wake);
        this.process.once("exit", wake);
      });
    }
  }

  /** `kill -9`; resolves once all its output has arrived. */
  async kill(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const gone = once(this.process, "close");
    this.process.kill("SIGKILL");
    await gone;
  }
}
