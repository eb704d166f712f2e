export { HookHandler, type HookOutcome } from "./hook-handler.ts";
export { Orphans } from "./orphans.ts";
export type { HookRequest } from "./request.ts";
export { TranscriptTailer } from "./transcript-tailer.ts";
