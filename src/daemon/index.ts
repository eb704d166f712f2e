export { type Answer, ask, ensureDaemon, findDaemon, stopDaemon } from "./connect.ts";
export { startDaemon } from "./daemon.ts";
export { readRuntime } from "./runtime.ts";
export { loadToken, scopedToken } from "./tokens.ts";
