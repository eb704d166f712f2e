import type { RunningDaemon } from "./daemon.ts";

export { type Answer, ask, ensureDaemon, findDaemon, openStream, stopDaemon } from "./connect.ts";
export { readRuntime } from "./runtime.ts";
export { spooledEvents } from "./spool.ts";
export { loadToken, scopedToken } from "./tokens.ts";
export { warningsOf } from "./warnings.ts";

/** Runs the daemon in this process. What it is made of is loaded only now: whoever merely asks it does without. */
export async function runDaemon(homePath: string): Promise<RunningDaemon> {
  const { startDaemon } = await import("./daemon.ts");
  return startDaemon(homePath);
}
