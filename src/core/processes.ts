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

async function procStat(pid: number): Promise<{ state: string | undefined; startTime: string | undefined }> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The command name may hold spaces and parentheses; fields are counted from behind it: 3 is state, 22 starttime.
  const fields = stat === "" ? [] : stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return { state: fields[0], startTime: fields[19] };
}

const startTimeFromProc = async (pid: number): Promise<string | undefined> => (await procStat(pid)).startTime;

/** Ended, but its parent has not asked yet how: in a container without an init it stays so for good. */
async function isDefunct(pid: number): Promise<boolean> {
  const state = process.platform === "linux" ? (await procStat(pid)).state : undefined;
  return state === "Z" || state === "X";
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
  if (await isDefunct(identity.pid)) return false;
  if (identity.startTime === undefined) return true;
  const now = await startTimeOf(identity.pid);
  return now === undefined || now === identity.startTime;
}
