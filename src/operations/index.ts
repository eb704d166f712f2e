import type { z } from "zod";
import { governanceOperations } from "../extensions/governance/operations/index.ts";
import { groundingOperations } from "../extensions/grounding/operations/index.ts";
import { ledgerOperations } from "../extensions/ledgers/operations/index.ts";
import type { Operation } from "../operation/index.ts";
import { agentToolOperations } from "./agent-tools.ts";
import { agentOperations } from "./agents.ts";
import { checkpointOperations } from "./checkpoints.ts";
import { compactionOperations } from "./compactions.ts";
import { distillationOperations } from "./distillation.ts";
import { eventOperations } from "./events.ts";
import { expand } from "./expand.ts";
import { importOperations } from "./import.ts";
import { indexOperations } from "./indexing.ts";
import { memoryOperations } from "./memories.ts";
import { memoryLifecycleOperations } from "./memory-lifecycle.ts";
import { namedCheckpointOperations } from "./named-checkpoints.ts";
import { projectOperations } from "./projects.ts";
import { purgeOperations } from "./purge.ts";
import { recover } from "./recovery.ts";
import { sessionStatus } from "./session-status.ts";
import { sessionOperations } from "./sessions.ts";
import { signalOperations } from "./signals.ts";
import { timelineOperations } from "./timeline.ts";
import { workOperations } from "./work/index.ts";

const core = [
  ...sessionOperations,
  ...timelineOperations,
  expand,
  ...namedCheckpointOperations,
  ...checkpointOperations,
  ...memoryOperations,
  ...memoryLifecycleOperations,
  recover,
  ...workOperations,
  sessionStatus,
  ...compactionOperations,
  ...agentOperations,
  ...agentToolOperations,
  ...distillationOperations,
  ...indexOperations,
  ...importOperations,
  ...signalOperations,
  ...projectOperations,
  ...purgeOperations,
  ...eventOperations,
];
const all = [...core, ...ledgerOperations, ...groundingOperations, ...governanceOperations];

/** What the engine can do without extensions. */
export const coreOperations: readonly Operation[] = core;
/** With all that the product comes with, for surfaces that have no engine of their own. */
export const operations: readonly Operation[] = all;

type Known = (typeof all)[number];
export type OperationName = Known["name"];
/** The output of an operation. */
export type AnswerOf<Name extends OperationName> = z.output<Extract<Known, { readonly name: Name }>["output"]>;

export type { Caller, Operation, Scope } from "../operation/index.ts";
export { eventFilter, eventQuery } from "./events.ts";
export { indexShape } from "./indexing.ts";
export { explanationText } from "./recall-text.ts";
