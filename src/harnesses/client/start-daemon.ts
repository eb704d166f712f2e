import { existsSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Home } from "../../core/home.ts";

/** A daemon that cannot start must not be tried again by every hook. */
const TRIED_RECENTLY_MS = 5000;
/** One that is merely busy is not asked about with every hook. */
const LOOKED_AT_RECENTLY_MS = 30_000;

function triedRecently(marker: string, withinMs: number): boolean {
  try {
    if (Date.now() - statSync(marker).mtimeMs < withinMs) return true;
    utimesSync(marker, new Date(), new Date());
  } catch {
    try {
      writeFileSync(marker, "", { mode: 0o600 });
    } catch {
      // A home that cannot be written: the daemon would not start there either.
      return true;
    }
  }
  return false;
}

/** Whether this home's last daemon process is alive, even if it hangs; another user's process does not count. */
export function daemonLives(home: Home): boolean {
  try {
    const { pid }: { pid?: unknown } = JSON.parse(readFileSync(home.runtime, "utf8"));
    return typeof pid === "number" && process.kill(pid, 0);
  } catch {
    return false;
  }
}

/**
 * Little memory: a small nursery; memory returned when idle (daemon/tidy.ts); and no baseline compiler, whose code
 * takes three megabytes and saves no time where what is hot gets optimized anyway.
 */
export const DAEMON_FLAGS: readonly string[] = ["--max-semi-space-size=4", "--expose-gc", "--no-sparkplug"];
/**
 * For glibc: few arenas for the threads, and its usual threshold, fixed. Left to itself it raises that with the first
 * large piece that is freed, and from then on large pieces leave holes among small ones, which are never given back.
 */
const MALLOC = { MALLOC_ARENA_MAX: "2", MALLOC_TRIM_THRESHOLD_: "131072" };
export const daemonEnvironment = (): NodeJS.ProcessEnv => ({ ...process.env, ...MALLOC });

/**
 * Starts the daemon and does not wait for it. Two that start at once end up as one: the second finds the lock taken.
 */
export async function startDaemon(home: Home, entry: string, { mayHang }: { mayHang: boolean }): Promise<void> {
  if (!existsSync(entry)) return;
  if (triedRecently(join(home.dir, "daemon.starting"), mayHang ? LOOKED_AT_RECENTLY_MS : TRIED_RECENTLY_MS)) return;
  // Loaded only here: a hook that reaches its daemon does without.
  const { spawn } = await import("node:child_process");
  const options = { detached: true, stdio: "ignore", cwd: home.dir, env: daemonEnvironment() } as const;
  spawn(process.execPath, [...DAEMON_FLAGS, entry, "--home", home.dir], options).unref();
}
