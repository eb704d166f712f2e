export { HookDoor, type HookOutcome, type HookRequest } from "./door.ts";
export { Follower } from "./follower.ts";
export { Orphans } from "./orphans.ts";
