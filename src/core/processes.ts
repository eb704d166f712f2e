import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { procStat } from "./proc-stat.ts";

const run = promisify(execFile);

/** A process that is certainly this one: ids are reused, ids with their start time are not. */
export interface ProcessIdentity {
  readonly pid: number;
  /** As the operating system tells it; only ever compared for equality. */
  readonly startTime?: string | undefined;
}

/** Ended, but its parent has not asked yet how: in a container without an init it stays so for good. */
function isDefunct(pid: number): boolean {
  const state = process.platform === "linux" ? procStat(pid).state : undefined;
  return state === "Z" || state === "X";
}

/** Elsewhere it takes a process to ask for a process: the answer holds for a moment. */
const ASKED_AGAIN_AFTER_MS = 10_000;
const told = new Map<number, { readonly at: number; readonly startTime: Promise<string | undefined> }>();

function startTimeFromPs(pid: number): Promise<string | undefined> {
  const now = performance.now();
  for (const [known, { at }] of told) if (now - at > ASKED_AGAIN_AFTER_MS) told.delete(known);
  const startTime =
    told.get(pid)?.startTime ??
    run("ps", ["-o", "lstart=", "-p", String(pid)]).then(
      ({ stdout }) => stdout.trim() || undefined,
      () => undefined,
    );
  if (!told.has(pid)) told.set(pid, { at: now, startTime });
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
