import { checkpointOperations } from "./checkpoints.ts";
import { memoryOperations } from "./memories.ts";
import type { Operation } from "./operation.ts";
import { recoveryOperations } from "./recovery.ts";
import { sessionOperations } from "./sessions.ts";

export const operations: readonly Operation[] = [
  ...sessionOperations,
  ...checkpointOperations,
  ...memoryOperations,
  ...recoveryOperations,
];

export type { Caller, Operation, Scope } from "./operation.ts";
