import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { type ClaudeOptions, claudeEnvironment } from "./environment.ts";
import { installClaude } from "./install.ts";

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningClaude {
  readonly child: ChildProcessWithoutNullStreams;
  readonly exited: Promise<Exit>;
}

const KILL_AFTER_MS = 5_000;
const running = new Set<ChildProcessWithoutNullStreams>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

export async function startClaude(options: ClaudeOptions, args: readonly string[]): Promise<RunningClaude> {
  const child = spawn(await installClaude(), args, await claudeEnvironment(options));
  running.add(child);
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    stderr += text;
  });
  // A client that has already gone closes its input: the exit tells, not the failed write.
  child.stdin.on("error", () => {});
  const exited = new Promise<Exit>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      running.delete(child);
      resolve({ code, signal, stdout, stderr });
    });
  });
  return { child, exited };
}

/** Asks the client to end, and makes it end if it does not. */
export function stopClaude({ child, exited }: RunningClaude): Promise<Exit> {
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), KILL_AFTER_MS);
  return exited.finally(() => clearTimeout(timer));
}

/** Settles like `work`; when that takes too long the client is stopped and the error says what it wrote. */
export async function withinTime<T>(claude: RunningClaude, work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(resolve, timeoutMs, "late");
  });
  try {
    const first = await Promise.race([work.then((value) => ({ value })), late]);
    if (first !== "late") return first.value;
  } finally {
    clearTimeout(timer);
  }
  const { stdout, stderr } = await stopClaude(claude);
  throw new Error(`Claude Code took longer than ${timeoutMs} ms.\n${stderr.slice(-1000)}\n${stdout.slice(-1000)}`);
}
