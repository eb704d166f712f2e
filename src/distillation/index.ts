export type { Finding, Verdict } from "./audit.ts";
export type { MemoryFolder } from "./compress.ts";
export { ContextBudget } from "./context-budget.ts";
export { Distillation } from "./distillation.ts";
export type { Preview } from "./prepare.ts";
export { STEPS, type Step } from "./steps.ts";
