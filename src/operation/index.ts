export {
  atLocation,
  callerLocation,
  callerProject,
  callerSession,
  requireSession,
  sessionIdOf,
  sourceOf,
  type Where,
} from "./binding.ts";
export { cutToBudget } from "./cut-to-budget.ts";
export * from "./field-shapes.ts";
export { type Caller, defineOperation, type Extension, type Operation, type Scope } from "./operation.ts";
