export { type Answer, ask, ensureDaemon, findDaemon, stopDaemon } from "./connect.ts";
export { startDaemon } from "./daemon.ts";
export { readRuntime } from "./runtime.ts";
export { spooledEvents } from "./spool.ts";
export { loadToken, scopedToken } from "./tokens.ts";
export { warningsOf } from "./warnings.ts";
