export { writeScripts } from "./client/script.ts";
export { SPOOL_FILE, SPOOL_FULL } from "./client/spool.ts";
export { type Harness, HOOK_EVENTS, type HookAnswer, type HookEventName } from "./contract.ts";
export { Follower, HookDoor, type HookOutcome, type HookRequest, Orphans } from "./hooks/index.ts";
export { harnesses, harnessNamed } from "./registry.ts";
