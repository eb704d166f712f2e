import { homeDir, messageOf, ThroughlineError } from "../core/index.ts";
import { startDaemon } from "./daemon.ts";

/** The daemon's process: `daemon.js [--home DIR]`. */
const at = process.argv.indexOf("--home");
const home = (at > 0 ? process.argv[at + 1] : undefined) ?? homeDir();

const LOOK_EVERY_MS = 4000;
/** The share of the time in work above which the daemon is not at rest. */
const AT_REST = 0.02;

/**
 * Gives memory back when work is followed by rest: V8 by itself keeps what a burst once made it take. Only here, where
 * nobody waits, may it stop for the some 50 ms that this costs.
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
      globalThis.gc?.({ type: "major", execution: "sync", flavor: "last-resort" });
    }
  }, LOOK_EVERY_MS).unref();
}

try {
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
