import { decisionOperations } from "./decisions.ts";
import { preservationOperations } from "./preservation.ts";
import { startSequenceOperations } from "./start-sequence.ts";
import { taskOperations } from "./tasks.ts";

export const ledgerOperations = [
  ...taskOperations,
  ...decisionOperations,
  ...preservationOperations,
  ...startSequenceOperations,
];
export * from "./ledger-shapes.ts";
