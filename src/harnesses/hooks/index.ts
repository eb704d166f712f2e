export { at, type ContextSource, injectedText } from "./context-sources.ts";
export { HookHandler, type HookOutcome } from "./hook-handler.ts";
export type { HookInterceptor } from "./interceptor.ts";
export { Orphans } from "./orphans.ts";
export type { HookRequest } from "./request.ts";
export { forgetHooks, toolCalls } from "./seen-hooks.ts";
export { TranscriptTailer } from "./transcript-tailer.ts";
