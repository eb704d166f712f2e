export { HOOK_EVENTS, type Harness, type HookAnswer, type HookEventName } from "./contract.ts";
export { SPOOL_FILE, SPOOL_FULL } from "./client/spool.ts";
export { writeScripts } from "./client/script.ts";
export { Follower, HookDoor, type HookOutcome, type HookRequest, Orphans } from "./hooks/index.ts";
export { harnesses, harnessNamed } from "./registry.ts";
