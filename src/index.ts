export { type Clock, estimateTokens, ManualClock, redact, systemClock, ThroughlineError } from "./core/index.ts";
export { type OpenOptions, openThroughline, Throughline } from "./engine.ts";
