import { spawn } from "node:child_process";
import { type Clock, systemClock } from "./clock.ts";

export interface ProgramOptions {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly shell?: boolean;
  readonly clock?: Clock;
  readonly limitMs: number;
  /** Why it was ended, where it took longer. */
  readonly late: string;
  /** Whether what it leaves running ends with it, however it ends. */
  readonly leavesNothing?: boolean;
  take(chunk: Buffer, from: "stdout" | "stderr"): void;
}

export interface ProgramEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Why it could not be started. */
  readonly error?: string;
  /** Why we ended it. */
  readonly stopped: string | undefined;
}

/** Windows has no process groups. */
const HAS_GROUPS = process.platform !== "win32";
/** Asked to end, git takes its locks away; a hook of the project may not listen. */
const TERM_GRACE_MS = 2000;
/** A grandchild that left the group may hold the pipes open for ever. */
const PIPES_GRACE_MS = 500;

/** Runs a program in a process group of its own: what it starts can be ended with it. */
export function runInGroup(program: string, args: readonly string[], options: ProgramOptions) {
  const { cwd, env, shell = false, clock = systemClock, limitMs, late, leavesNothing = false, take } = options;
  const place = { cwd, env, shell, detached: HAS_GROUPS, windowsHide: true };
  const child = spawn(program, args, { ...place, stdio: ["ignore", "pipe", "pipe"] });
  let stopped: string | undefined;
  const timers: (() => void)[] = [];
  const signalAll = (signal: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined && HAS_GROUPS) process.kill(-child.pid, signal);
      else child.kill(signal);
    } catch {
      // It is gone already.
    }
  };
  const closePipes = () => {
    child.stdout.destroy();
    child.stderr.destroy();
  };
  const stop = (reason: string) => {
    if (stopped !== undefined) return;
    stopped = reason;
    signalAll("SIGTERM");
    const kill = () => {
      signalAll("SIGKILL");
      closePipes();
    };
    timers.push(clock.after(TERM_GRACE_MS, kill));
  };
  timers.push(clock.after(limitMs, () => stop(late)));
  child.stdout.on("data", (chunk: Buffer) => take(chunk, "stdout"));
  child.stderr.on("data", (chunk: Buffer) => take(chunk, "stderr"));
  const ended = new Promise<ProgramEnd>((resolve) => {
    const done = (end: Omit<ProgramEnd, "stopped">) => {
      for (const cancel of timers) cancel();
      if (leavesNothing || stopped !== undefined) signalAll("SIGKILL");
      resolve({ ...end, stopped });
    };
    child.on("error", ({ message }) => done({ code: null, signal: null, error: message }));
    child.on("close", (code, signal) => done({ code, signal }));
    child.on("exit", () => {
      if (!leavesNothing) return;
      signalAll("SIGKILL");
      timers.push(clock.after(PIPES_GRACE_MS, closePipes));
    });
  });
  return { ended, stop };
}
