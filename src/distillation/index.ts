export { verdictShape } from "./audit.ts";
export type { MemoryFolder } from "./compression.ts";
export { ContextBudget } from "./context-budget.ts";
export { Distillation } from "./distillation.ts";
export type { Preview } from "./prepare-distillation.ts";
export { STEPS, type Step } from "./steps.ts";
export { modelCallShape, modelCalls } from "./summarizers/index.ts";
