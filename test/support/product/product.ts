import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { type Home, homeAt } from "../../../src/core/index.ts";
import { ask } from "../../../src/daemon/requests.ts";
import { findDaemon, stopDaemon } from "../../../src/daemon/running-daemon.ts";
import { runWarm } from "./warm-command-line.ts";
import { WarmDaemon } from "./warm-daemon.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..");
const CLI = join(root, "bin", "throughline.cjs");
const DAEMON = join(root, "dist", "daemon.js");
/** What the command's entry does not leave to the command line. */
const OTHER_PROGRAMS = ["hook", "loa"];

/**
 * Any free port: tests run beside each other and beside a developer's own daemon. And a hook that waits for its answer:
 * on a machine that runs other things half a second is soon over. What holds a clock against hooks sets a time of its
 * own.
 */
export const TEST_CONFIG = "daemon: { port: 0 }\nhooks: { deadlineMs: 20000 }\n";

/** What has not happened by then never will, however busy the machine. */
/** A daemon that a hook started answers within this time, or was not needed. */
const STARTS_WITHIN_MS = 3000;
const LONGEST_WAIT_MS = 60_000;

export interface Output {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface HookOptions {
  /** The client's process; by default this test's own, which is alive. 0 leaves it out. */
  readonly clientPid?: number;
  readonly runtime?: string;
  /** `script` is the installed shell line, `node` the Node.js client behind it. */
  readonly by?: "script" | "node";
  readonly env?: Readonly<Record<string, string>>;
}

const injected = z.object({
  hookSpecificOutput: z.object({ hookEventName: z.string(), additionalContext: z.string() }),
});

/** The built product in a temporary home, used as a user's machine would use it: processes, files and requests. */
export class Product {
  readonly folder: string;
  readonly home: Home;
  readonly #children = new Set<ChildProcess>();
  #warm: WarmDaemon | undefined;

  constructor(folder = mkdtempSync(join(realpathSync(tmpdir()), "throughline-test-")), config = TEST_CONFIG) {
    this.folder = folder;
    this.home = homeAt(join(folder, "home"));
    mkdirSync(this.home.dir, { recursive: true, mode: 0o700 });
    writeFileSync(this.home.config, config);
  }

  /** The environment of every process: nothing of the developer's own settings. */
  environment(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
    const { PATH = "", TMPDIR, SystemRoot } = process.env;
    return {
      PATH,
      HOME: this.folder,
      THROUGHLINE_HOME: this.home.dir,
      ...(TMPDIR && { TMPDIR }),
      ...(SystemRoot && { SystemRoot }),
      ...extra,
    };
  }

  run(
    command: string,
    args: readonly string[],
    { input = "", env = {} }: { input?: string | Buffer; env?: Readonly<Record<string, string>> } = {},
  ): Promise<Output> {
    return new Promise((resolve, reject) => {
      const child = spawn(command, args, {
        cwd: this.folder,
        env: this.environment(env),
        stdio: ["pipe", "pipe", "pipe"],
      });
      let stdout = "";
      let stderr = "";
      child.stdout.on("data", (chunk) => {
        stdout += chunk;
      });
      child.stderr.on("data", (chunk) => {
        stderr += chunk;
      });
      child.stdin.on("error", () => {});
      child.stdin.end(input);
      child.on("error", reject);
      child.on("close", (code) => resolve({ code: code ?? -1, stdout, stderr }));
    });
  }

  /** What a command prints and how it ends, without a process of its own, which `cliProcess` gives it. */
  cli(args: readonly string[], { columns }: { columns?: number } = {}): Promise<Output> {
    const isOfOtherProgram = OTHER_PROGRAMS.includes(args[0] ?? "");
    if (isOfOtherProgram) return this.cliProcess(args);
    return runWarm({ args, env: this.environment(), cwd: this.folder }, columns);
  }

  /** The installed command, started as users start it. */
  cliProcess(
    args: readonly string[],
    options: { input?: string; env?: Readonly<Record<string, string>> } = {},
  ): Promise<Output> {
    return this.run(process.execPath, [CLI, ...args], options);
  }

  async cliJson(args: readonly string[]): Promise<unknown> {
    const { code, stdout, stderr } = await this.cli([...args, "--json"]);
    if (code !== 0) throw new Error(`throughline ${args.join(" ")} ended with ${code}: ${stderr}`);
    return JSON.parse(stdout);
  }

  /** Starts the daemon as a child of the test, so that it can be killed like any process. */
  async startDaemon(env: Readonly<Record<string, string>> = {}): Promise<ChildProcess> {
    const child = spawn(process.execPath, [DAEMON, "--home", this.home.dir], {
      env: this.environment(env),
      stdio: "ignore",
    });
    this.#children.add(child);
    child.on("exit", () => this.#children.delete(child));
    return this.until(async () => ((await findDaemon(this.home))?.pid === child.pid ? child : undefined));
  }

  /** A daemon as the hooks or the command line would start it. Which process it runs in, only its speed shows. */
  async ensureDaemon(): Promise<number> {
    const found = await findDaemon(this.home);
    if (found) return found.pid;
    this.#warm = await WarmDaemon.start(this.home, this.environment());
    return this.#warm?.pid ?? (await this.until(() => findDaemon(this.home))).pid;
  }

  async api(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> {
    const answer = await ask(this.home, { method, path, body: body === undefined ? undefined : JSON.stringify(body) });
    return { status: answer.status, body: answer.body === "" ? "" : JSON.parse(answer.body) };
  }

  /** Runs the installed hook as a client would, with its payload on standard input. */
  hook(
    event: string,
    payload: Readonly<Record<string, unknown>> | string | Buffer,
    options: HookOptions = {},
  ): Promise<Output> {
    const { clientPid = process.pid, runtime = "settings", by = "script", env = {} } = options;
    const input = typeof payload === "string" || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload);
    const client: Record<string, string> = clientPid > 0 ? { CLAUDE_PID: String(clientPid) } : {};
    const args =
      by === "script"
        ? ["claude-code", event, runtime]
        : [CLI, "hook", event, "--harness", "claude-code", "--runtime", runtime];
    return this.run(by === "script" ? join(this.home.bin, "hook") : process.execPath, args, {
      input,
      env: { ...client, ...env },
    });
  }

  /** What a hook put into the agent's context, or nothing. */
  async injection(
    event: string,
    payload: Readonly<Record<string, unknown>>,
    options: HookOptions = {},
  ): Promise<string> {
    const { stdout } = await this.hook(event, payload, options);
    return stdout.trim() === "" ? "" : injected.parse(JSON.parse(stdout)).hookSpecificOutput.additionalContext;
  }

  /** Waits until `look` finds something; the product works on its own time, so this asks again and again. */
  async until<Found>(look: () => Promise<Found | undefined>): Promise<Found> {
    for (const end = Date.now() + LONGEST_WAIT_MS; ; await new Promise((resolve) => setTimeout(resolve, 25))) {
      const found = await look();
      if (found !== undefined) return found;
      if (Date.now() > end) throw new Error("it did not happen in time");
    }
  }

  /** Also one that a hook has just started: it would make the folder again, and live on. */
  async #lastDaemon(): Promise<Awaited<ReturnType<typeof findDaemon>>> {
    const started = statSync(join(this.home.dir, "daemon.starting"), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    for (;;) {
      const found = await findDaemon(this.home);
      if (found || Date.now() - started > STARTS_WITHIN_MS) return found;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }

  async dispose(): Promise<void> {
    await this.#warm?.stop();
    const found = await this.#lastDaemon();
    if (found) await stopDaemon(this.home, found).catch(() => process.kill(found.pid, "SIGKILL"));
    for (const child of this.#children) child.kill("SIGKILL");
    // A daemon that found the home taken may still be on its way out, and writes into a folder that is being removed.
    await this.until(async () => {
      try {
        for (const folder of [this.folder, this.home.spoolElsewhere]) rmSync(folder, { recursive: true, force: true });
        return true;
      } catch {
        return undefined;
      }
    });
  }
}

/** A product whose daemon runs, and an empty project to work in. */
export async function productWithProject(): Promise<{ readonly product: Product; readonly project: string }> {
  const product = new Product();
  const project = join(product.folder, "acme");
  mkdirSync(project);
  await product.ensureDaemon();
  return { product, project };
}
