import type { RunningDaemon } from "./daemon.ts";

export { ensureDaemon } from "./connect.ts";
export { type Answer, ask, openStream } from "./requests.ts";
export { endHungDaemon, findDaemon, readRuntime, silentDaemon, stopDaemon } from "./running-daemon.ts";
export { spooledEvents } from "./spool.ts";
export { loadToken, scopedToken } from "./tokens.ts";
export { refusedConfig, warningsOf } from "./warnings.ts";

/** Runs the daemon in this process. Loaded on demand: most commands only call a running daemon. */
export async function runDaemon(homePath: string): Promise<RunningDaemon> {
  const { startDaemon } = await import("./daemon.ts");
  return startDaemon(homePath);
}
