import { decisionOperations } from "./decisions.ts";
import { preservationOperations } from "./preservation.ts";
import { taskOperations } from "./tasks.ts";

export const ledgerOperations = [...taskOperations, ...decisionOperations, ...preservationOperations];
export * from "./shapes.ts";
