import { z } from "zod";
import { canonicalJson, sha256 } from "../../../core/index.ts";
import type { CheckpointRecord, StructuredState } from "../../../store/index.ts";

/* A structured checkpoint in a task's folder: the field names are those of seed 003, §3.2. */

const metrics = z.object({
  refusal_rate_window: z.number(),
  baseline_refusal_rate: z.number(),
  delta: z.number(),
  action: z.string(),
});

export const checkpointForm = z.object({
  checkpoint_id: z.string(),
  session_id: z.string(),
  timestamp: z.string(),
  gate: z.string().nullable(),
  step: z.number().nullable(),
  type: z.string(),
  summary: z.string(),
  state: z.object({
    files_changed: z.array(z.object({ path: z.string(), action: z.string() })),
    tests: z.object({ passing: z.number(), failing: z.number(), pending: z.number() }),
    decisions: z.array(
      z.object({ decision: z.string(), rationale: z.string(), alternatives_considered: z.array(z.string()) }),
    ),
    safety_metrics: metrics.optional(),
  }),
  next_steps: z.array(z.string()),
  can_resume: z.boolean(),
  resume_instructions: z.string(),
});
export type CheckpointForm = z.infer<typeof checkpointForm>;

/** A checkpoint of a session under a task. */
export type StructuredCheckpoint = CheckpointRecord & { readonly structured: StructuredState };

export const isStructured = (checkpoint: CheckpointRecord): checkpoint is StructuredCheckpoint =>
  checkpoint.structured !== null;

function metricsOf({ state: { safetyMetrics } }: StructuredState): Pick<CheckpointForm["state"], "safety_metrics"> {
  if (!safetyMetrics) return {};
  const { refusalRateWindow, baselineRefusalRate, delta, action } = safetyMetrics;
  const rates = { refusal_rate_window: refusalRateWindow, baseline_refusal_rate: baselineRefusalRate };
  return { safety_metrics: { ...rates, delta, action } };
}

export function formOf({ id, sessionId, createdAt, structured }: StructuredCheckpoint): CheckpointForm {
  const { gate, step, type, summary, state, nextSteps, canResume, resumeInstructions } = structured;
  return {
    ...{ checkpoint_id: id, session_id: sessionId, timestamp: createdAt, gate, step, type, summary },
    state: {
      files_changed: [...state.filesChanged],
      tests: state.tests,
      decisions: state.decisions.map(({ decision, rationale, alternatives }) => ({
        ...{ decision, rationale, alternatives_considered: [...alternatives] },
      })),
      ...metricsOf(structured),
    },
    ...{ next_steps: [...nextSteps], can_resume: canResume, resume_instructions: resumeInstructions },
  };
}

const indexEntry = z.looseObject({
  checkpoint_id: z.string(),
  type: z.string(),
  gate: z.string().nullable(),
  session_id: z.string().optional(),
  hash: z.string().optional(),
  previous_hash: z.string().nullable().optional(),
  /** Of the checkpoint's file: proves without a store that the file was not altered. */
  file_hash: z.string().optional(),
});
export const indexForm = z.looseObject({ checkpoints: z.array(indexEntry) });
export type IndexForm = z.infer<typeof indexForm>;
export type IndexEntry = IndexForm["checkpoints"][number];

/** The part of an index entry that its file has, too. */
export const headOf = ({ checkpoint_id, session_id, timestamp, gate, step, type, summary }: CheckpointForm) => ({
  ...{ checkpoint_id, session_id, timestamp, gate, step, type, summary },
});

export const entryOf = (checkpoint: StructuredCheckpoint): IndexEntry => {
  const form = formOf(checkpoint);
  const { hash, previousHash } = checkpoint;
  return {
    ...headOf(form),
    ...{ path: `checkpoints/${form.checkpoint_id}.json`, hash, previous_hash: previousHash },
    file_hash: sha256(canonicalJson(form)),
  };
};
