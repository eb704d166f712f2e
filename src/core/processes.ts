import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { procStat } from "./proc-stat.ts";

const run = promisify(execFile);

/** A process that is certainly this one: ids are reused, ids with their start time are not. */
export interface ProcessIdentity {
  readonly pid: number;
  /** As the operating system reports it; only compared for equality. */
  readonly startTime?: string | undefined;
}

/** Ended, but not yet reaped by its parent: in a container without an init it stays so. */
function isDefunct(pid: number): boolean {
  const state = process.platform === "linux" ? procStat(pid).state : undefined;
  return state === "Z" || state === "X";
}

/** Elsewhere a child process is needed to ask: the answer is cached for a moment. */
const ASKED_AGAIN_AFTER_MS = 10_000;
const cached = new Map<number, { readonly at: number; readonly startTime: Promise<string | undefined> }>();

function startTimeFromPs(pid: number): Promise<string | undefined> {
  const now = performance.now();
  for (const [known, { at }] of cached) if (now - at > ASKED_AGAIN_AFTER_MS) cached.delete(known);
  const startTime =
    cached.get(pid)?.startTime ??
    run("ps", ["-o", "lstart=", "-p", String(pid)]).then(
      ({ stdout }) => stdout.trim() || undefined,
      () => undefined,
    );
  if (!cached.has(pid)) cached.set(pid, { at: now, startTime });
  return startTime;
}

export async function startTimeOf(pid: number): Promise<string | undefined> {
  return process.platform === "linux" ? procStat(pid).startTime : startTimeFromPs(pid);
}

export async function isAlive(identity: ProcessIdentity): Promise<boolean> {
  try {
    process.kill(identity.pid, 0);
  } catch (error) {
    // EPERM: it exists and belongs to someone else.
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  if (isDefunct(identity.pid)) return false;
  if (identity.startTime === undefined) return true;
  const now = await startTimeOf(identity.pid);
  return now === undefined || now === identity.startTime;
}
