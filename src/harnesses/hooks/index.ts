export { HookDoor, type HookOutcome } from "./door.ts";
export { Follower } from "./follower.ts";
export { Orphans } from "./orphans.ts";
export type { HookRequest } from "./request.ts";
