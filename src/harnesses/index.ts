export { HOOK_EVENTS, type Harness, type HookAnswer, type HookEventName } from "./contract.ts";
export { Follower, HookDoor, type HookOutcome, type HookRequest, Orphans } from "./hooks/index.ts";
export { harnesses, harnessNamed } from "./registry.ts";
