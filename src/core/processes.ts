import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A process that is certainly this one: ids are reused, ids with their start time are not. */
export interface ProcessIdentity {
  readonly pid: number;
  /** As the operating system tells it; only ever compared for equality. */
  readonly startTime?: string | undefined;
}

async function startTimeFromProc(pid: number): Promise<string | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    // The command name may hold spaces and parentheses; fields are counted from behind it. Field 22 is starttime.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return undefined;
  }
}

async function startTimeFromPs(pid: number): Promise<string | undefined> {
  try {
    const { stdout } = await run("ps", ["-o", "lstart=", "-p", String(pid)]);
    return stdout.trim() || undefined;
  } catch {
    return undefined;
  }
}

export function startTimeOf(pid: number): Promise<string | undefined> {
  return process.platform === "linux" ? startTimeFromProc(pid) : startTimeFromPs(pid);
}

export async function isAlive(identity: ProcessIdentity): Promise<boolean> {
  try {
    process.kill(identity.pid, 0);
  } catch (error) {
    // EPERM: it exists and belongs to someone else.
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  if (identity.startTime === undefined) return true;
  const now = await startTimeOf(identity.pid);
  return now === undefined || now === identity.startTime;
}
