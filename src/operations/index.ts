import { agentToolOperations } from "./agent-tools.ts";
import { agentOperations } from "./agents.ts";
import { checkpointOperations } from "./checkpoints.ts";
import { compactionOperations } from "./compactions.ts";
import { distillationOperations } from "./distillation.ts";
import { importOperations } from "./import.ts";
import { indexOperations } from "./indexing.ts";
import { memoryOperations } from "./memories.ts";
import { memoryLifecycleOperations } from "./memory-lifecycle.ts";
import type { Operation } from "./operation.ts";
import { purgeOperations } from "./purge.ts";
import { recoveryOperations } from "./recovery.ts";
import { sessionOperations } from "./sessions.ts";
import { signalOperations } from "./signals.ts";

export const operations: readonly Operation[] = [
  ...sessionOperations,
  ...checkpointOperations,
  ...memoryOperations,
  ...memoryLifecycleOperations,
  ...recoveryOperations,
  ...compactionOperations,
  ...agentOperations,
  ...agentToolOperations,
  ...distillationOperations,
  ...indexOperations,
  ...importOperations,
  ...signalOperations,
  ...purgeOperations,
];

export type { Caller, Operation, Scope } from "./operation.ts";
