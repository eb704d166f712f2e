import { z } from "zod";
import { served, time } from "../../../operation/index.ts";
import { FAILURE_KINDS } from "./failure-kinds.ts";

export const FIXER_OUTCOMES = ["fix", "escalate"] as const;

export const fixerShape = z.object({
  id: z.string(),
  sessionId: z.string(),
  step: served,
  kind: z.string(),
  failures: z.number(),
  openedAt: time,
  deadlineAt: time,
  closedAt: time.nullable(),
  outcome: z.enum(FIXER_OUTCOMES).nullable(),
  note: served.nullable(),
});
export const briefedShape = fixerShape.extend({ brief: served.describe("The full context for the fixer") });

export const failingShape = z.object({
  step: served,
  kind: z.enum(FAILURE_KINDS),
  failures: z.number().describe("In a row"),
  firstFailedAt: time,
  lastFailedAt: time,
  strategy: z.string(),
  checkpointId: z.string().nullable().describe("The last checkpoint before the failures"),
  fixerId: z.string().nullable(),
});
