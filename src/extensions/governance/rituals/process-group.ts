import type { ChildProcess } from "node:child_process";

/** A child that is begun so leads a group: what it starts can be ended with it. Windows has no groups. */
export const IN_A_GROUP = { detached: process.platform !== "win32" } as const;

/** Sends a signal to a child and to all that it started. */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined && IN_A_GROUP.detached) process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch {
    // It is gone already.
  }
}
