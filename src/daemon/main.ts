import { existsSync } from "node:fs";
import { homeDir, messageOf, ThroughlineError } from "../core/index.ts";
import { startDaemon } from "./daemon.ts";

/** The daemon's process: `daemon.js [--home DIR]`. */
const at = process.argv.indexOf("--home");
const home = (at > 0 ? process.argv[at + 1] : undefined) ?? homeDir();

const LOOK_EVERY_MS = 2000;
/** The share of the time in work up to which the daemon is at rest. */
const AT_REST = 0.1;

/**
 * Gives memory back when work is followed by rest: V8 by itself keeps what a burst once made it take. The
 * collection makes it look again, and some ten seconds later it returns what was still empty. It costs some 20 ms, which
 * only the daemon at rest can spare.
 */
function tidyAtRest(): void {
  let hasWorked = true;
  let seen = performance.eventLoopUtilization();
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, seen);
    seen = now;
    if (utilization > AT_REST) hasWorked = true;
    else if (hasWorked) {
      hasWorked = false;
      globalThis.gc?.();
    }
  }, LOOK_EVERY_MS).unref();
}

try {
  // Whoever starts it has made the home: one that is gone by now was removed on purpose, and must not come back.
  if (!existsSync(home)) throw new ThroughlineError("not_found", `there is no folder ${home}`);
  const daemon = await startDaemon(home);
  tidyAtRest();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => void daemon.stop());
  await daemon.closed;
  process.exit(0);
} catch (error) {
  // Another daemon was quicker: that is what was wanted.
  if (error instanceof ThroughlineError && error.code === "home_in_use") process.exit(0);
  console.error(`throughline daemon: ${messageOf(error)}`);
  process.exit(1);
}
