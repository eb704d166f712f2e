import { readFileSync } from "node:fs";

/*
 * Part of the hook client too: it loads nothing but the file system.
 */

/** What Linux reports of a process; nothing where it is gone, or where there is no `/proc`. */
export function procStat(pid: number): {
  readonly state?: string | undefined;
  readonly startTime?: string | undefined;
} {
  try {
    // The kernel answers at once: a trip through the thread pool would cost every hook more than this.
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The command name may hold spaces and parentheses; fields are counted after it: 3 is state, 22 starttime.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0], startTime: fields[19] };
  } catch {
    return {};
  }
}
