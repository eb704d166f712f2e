import type { z } from "zod";
import { agentToolOperations } from "./agent-tools.ts";
import { agentOperations } from "./agents.ts";
import { checkpointOperations } from "./checkpoints.ts";
import { compactionOperations } from "./compactions.ts";
import { decisionOperations } from "./decisions.ts";
import { distillationOperations } from "./distillation.ts";
import { eventOperations } from "./events.ts";
import { ghostOperations } from "./ghosts.ts";
import { governanceOperations } from "./governance.ts";
import { groundingOperations } from "./grounding.ts";
import { importOperations } from "./import.ts";
import { indexOperations } from "./indexing.ts";
import { memoryOperations } from "./memories.ts";
import { memoryLifecycleOperations } from "./memory-lifecycle.ts";
import { namedCheckpointOperations } from "./named-checkpoints.ts";
import type { Operation } from "./operation.ts";
import { preservationOperations } from "./preservation.ts";
import { projectOperations } from "./projects.ts";
import { purgeOperations } from "./purge.ts";
import { recoveryOperations } from "./recovery.ts";
import { retryOperations } from "./retries.ts";
import { safetyOperations } from "./safety.ts";
import { sessionStatusOperations } from "./session-status.ts";
import { sessionOperations } from "./sessions.ts";
import { signalOperations } from "./signals.ts";
import { taskOperations } from "./tasks.ts";
import { timelineOperations } from "./timeline.ts";
import { workOperations } from "./work.ts";

const all = [
  ...sessionOperations,
  ...timelineOperations,
  ...namedCheckpointOperations,
  ...checkpointOperations,
  ...memoryOperations,
  ...memoryLifecycleOperations,
  ...recoveryOperations,
  ...workOperations,
  ...sessionStatusOperations,
  ...compactionOperations,
  ...taskOperations,
  ...decisionOperations,
  ...preservationOperations,
  ...groundingOperations,
  ...governanceOperations,
  ...agentOperations,
  ...agentToolOperations,
  ...distillationOperations,
  ...indexOperations,
  ...importOperations,
  ...signalOperations,
  ...projectOperations,
  ...purgeOperations,
  ...ghostOperations,
  ...eventOperations,
  ...safetyOperations,
  ...retryOperations,
];

export const operations: readonly Operation[] = all;

type Known = (typeof all)[number];
export type OperationName = Known["name"];
/** The output of an operation. */
export type AnswerOf<Name extends OperationName> = z.output<Extract<Known, { readonly name: Name }>["output"]>;

export { eventFilter, eventQuery, webhookShape } from "./events.ts";
export { accountShape as importAccountShape, surveyShape as importSurveyShape } from "./import.ts";
export { indexShape } from "./indexing.ts";
export type { Caller, Operation, Scope } from "./operation.ts";
export { explanationText } from "./recall-text.ts";
