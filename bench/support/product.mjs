import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { pause } from "./measure.mjs";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const CLI = join(root, "bin", "throughline.cjs");
const START_WITHIN_MS = 15_000;

export const temporaryFolder = () => mkdtempSync(join(realpathSync(tmpdir()), "tl-bench-"));

/** The three ways in which a client can call its hook. */
const HOOK_COMMANDS = {
  script: (home, event) => [join(home, "bin", "hook"), ["claude-code", event, "settings"]],
  node: (_home, event) => [process.execPath, [join(root, "dist", "hook.cjs"), event, "--harness", "claude-code"]],
  bin: (_home, event) => [process.execPath, [CLI, "hook", event, "--harness", "claude-code"]],
};

/** The built product in a temporary home, used from outside: processes, files and requests. */
export class Product {
  folder;
  home;
  pid;
  socket;
  #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  #isKept;

  /** In a temporary folder, or in one that is kept. */
  constructor(folder) {
    this.#isKept = folder !== undefined;
    this.folder = folder ?? temporaryFolder();
    this.home = join(this.folder, "home");
    mkdirSync(this.home, { recursive: true, mode: 0o700 });
    // Any free port: a developer's own daemon may run beside this.
    writeFileSync(join(this.home, "config.yaml"), "daemon: { port: 0 }\n");
  }

  get #environment() {
    const { PATH = "", TMPDIR } = process.env;
    return {
      PATH,
      HOME: this.folder,
      THROUGHLINE_HOME: this.home,
      CLAUDE_PID: String(process.pid),
      ...(TMPDIR && { TMPDIR }),
    };
  }

  /** Runs a command to its end and blocks: nothing of this process disturbs the time it takes. */
  run(command, args, input = "") {
    const begun = performance.now();
    const { status, stdout, stderr, error } = spawnSync(command, args, {
      cwd: this.folder,
      env: this.#environment,
      input,
      encoding: "utf8",
    });
    const ms = performance.now() - begun;
    if (error) throw error;
    return { code: status ?? -1, stdout, stderr, ms };
  }

  /** The same without blocking, for where this process plays a part in what the command waits for. */
  runBeside(command, args, input = "") {
    return new Promise((resolve, reject) => {
      const begun = performance.now();
      const child = spawn(command, args, {
        cwd: this.folder,
        env: this.#environment,
        stdio: ["pipe", "pipe", "ignore"],
      });
      let stdout = "";
      child.stdout.on("data", (chunk) => {
        stdout += chunk;
      });
      child.stdin.on("error", () => {});
      child.stdin.end(input);
      child.on("error", reject);
      child.on("close", (code) => resolve({ code: code ?? -1, stdout, ms: performance.now() - begun }));
    });
  }

  hook(by, event, payload) {
    return this.run(...HOOK_COMMANDS[by](this.home, event), JSON.stringify(payload));
  }

  hookBeside(by, event, payload) {
    return this.runBeside(...HOOK_COMMANDS[by](this.home, event), JSON.stringify(payload));
  }

  cli(...args) {
    const output = this.run(process.execPath, [CLI, ...args]);
    if (output.code !== 0) throw new Error(`throughline ${args.join(" ")} ended with ${output.code}: ${output.stderr}`);
    return output;
  }

  /** Starts the daemon as a user does; the answer is how long the command took. */
  up() {
    const { stdout, ms } = this.cli("up", "--json");
    const { pid, socket } = JSON.parse(stdout);
    this.pid = pid;
    this.socket = socket;
    return ms;
  }

  down() {
    this.#agent.destroy();
    this.cli("down");
    this.pid = undefined;
  }

  /** Waits for a daemon that somebody else starts. */
  async answering() {
    for (const until = Date.now() + START_WITHIN_MS; Date.now() < until; await pause(10)) {
      try {
        const { pid } = await this.get("/health");
        const runtime = JSON.parse(readFileSync(join(this.home, "daemon.json"), "utf8"));
        if (pid !== runtime.pid) continue;
        this.pid = pid;
        return;
      } catch {
        // Not yet.
      }
    }
    throw new Error("the daemon does not answer");
  }

  /** As a crash would end it; over when the process is gone. */
  async kill() {
    process.kill(this.pid, "SIGKILL");
    while (isRunning(this.pid)) await pause(2);
    this.#agent.destroy();
  }

  /**
   * One request on a connection that is kept; the answer holds the milliseconds it took, and those of them within the
   * daemon.
   */
  async request(...asked) {
    try {
      return await this.#ask(...asked);
    } catch (error) {
      // The daemon closes a connection that was long unused, just when it is to be used again.
      if (error.code !== "EPIPE" && error.code !== "ECONNRESET") throw error;
      return this.#ask(...asked);
    }
  }

  #ask(method, path, body, headers = {}) {
    return new Promise((resolve, reject) => {
      const begun = performance.now();
      const sent = request(
        {
          ...{ socketPath: this.socket, agent: this.#agent, method, path },
          headers: { "content-type": "application/json", ...headers },
        },
        (response) => {
          const chunks = [];
          response.on("data", (chunk) => chunks.push(chunk));
          response.on("error", reject);
          response.on("end", () => {
            const ms = performance.now() - begun;
            const daemonMs = Number(/daemon;dur=([\d.]+)/.exec(response.headers["server-timing"] ?? "")?.[1]);
            resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString("utf8"), ms, daemonMs });
          });
        },
      );
      sent.on("error", reject);
      sent.end(body);
    });
  }

  async get(path) {
    const { status, text } = await this.request("GET", path);
    if (status !== 200) throw new Error(`GET ${path} was answered with ${status}: ${text}`);
    return JSON.parse(text);
  }

  /** A hook without its client: what the daemon itself takes. */
  async hookRequest(event, payload) {
    this.#hooks += 1;
    const path = `/api/hooks/${event}?harness=claude-code&runtime=settings&as=client`;
    const answer = await this.request("POST", path, JSON.stringify(payload), {
      "x-throughline-hook": String(this.#hooks),
      "x-throughline-client": String(process.pid),
    });
    if (answer.status !== 200) throw new Error(`the hook ${event} was answered with ${answer.status}: ${answer.text}`);
    return answer;
  }
  #hooks = 0;

  async dispose() {
    this.#agent.destroy();
    if (this.pid !== undefined && isRunning(this.pid)) await this.kill();
    if (!this.#isKept) rmSync(this.folder, { recursive: true, force: true });
  }
}

export function isRunning(pid) {
  try {
    process.kill(pid, 0);
    // A process that has ended but was not waited for is still listed.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch (error) {
    // Where there is no /proc the signal alone must do.
    return error.code === "ENOENT" && process.platform !== "linux";
  }
}
