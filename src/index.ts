export { type Clock, estimateTokens, ManualClock, redact, systemClock, ThroughlineError } from "./core/index.ts";
export type { Engine, ExtensionKind } from "./engine.ts";
export type { EngineExtension } from "./engine-extension.ts";
export { governance, grounding, ledgers } from "./extensions/index.ts";
export { defineOperation, type Extension, type Operation } from "./operation/index.ts";
export { type OpenOptions, openThroughline, Throughline } from "./throughline.ts";
