import { z } from "zod";
import { served, time } from "../../../operation/index.ts";

/** The least first. */
export const SEVERITIES = ["none", "low", "medium", "high"] as const;

/** Something that a rule found, with the words that show it. */
export const findingShape = z.object({ rule: z.string(), severity: z.enum(SEVERITIES), evidence: served });

export const sampleShape = z.object({
  sampledAt: time,
  occasion: z.string().describe("The kind of checkpoint, or a manual probe"),
  refusalRateWindow: z.number(),
  baselineRefusalRate: z.number(),
  delta: z.number(),
  action: z.string(),
  severity: z.string(),
  // Those of earlier versions may be of another form.
  findings: z.array(findingShape).catch([]),
});

export const confinementShape = z.object({
  cause: z.string().describe("A probe, a person, or the session it continues"),
  reason: served,
  enteredAt: time,
  liftedAt: time.nullable(),
  liftedReason: served.nullable(),
});
