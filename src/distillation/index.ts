export { verdictShape } from "./audit.ts";
export { type MemoryFolder, STEPS, type Step } from "./compression.ts";
export { ContextBudget } from "./context-budget.ts";
export { Distillation } from "./distillation.ts";
export type { Preview } from "./prepare-distillation.ts";
export { modelCallShape, modelCalls } from "./summarizers/index.ts";
