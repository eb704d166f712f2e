import { z } from "zod";
import {
  type Handoff,
  SCENARIO_TYPES,
  USUAL_PRIORITY,
  type WrittenDecision,
  type WrittenTask,
} from "../ledger-entries.ts";
import type { Fields } from "../merge/three-way.ts";

/*
 * A task as its file has it: the names of the YAML form, which other programs read and people edit by hand. Nothing
 * here refuses: a field that is missing, or of another kind than it should be, reads as empty, and stays in the file as
 * it is.
 */

/** YAML takes `title: 42` and `status: true` for something else than text. */
const scalar = z.union([z.string(), z.number().transform(String), z.boolean().transform(String)]);
const text = scalar.catch("");
const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";

/** A list of what fits; what does not is passed over. */
export const listOf = <Shape extends z.ZodType>(shape: Shape) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((items) =>
      items.flatMap((item): z.output<Shape>[] => {
        const read = shape.safeParse(item);
        return read.success ? [read.data] : [];
      }),
    );

const texts = listOf(scalar).transform((all) => all.filter(isText));

/** YAML has times of its own kind; as text they are all the same. */
const time = z.union([z.string(), z.date().transform((date) => date.toISOString())]).catch("");

const evidence = z.object({ path: text, line: z.coerce.number().int().positive().catch(1), quote: text });

const scenario = z.object({ name: text, type: z.enum(SCENARIO_TYPES).catch("happy_path"), expected: text });

const decision = z
  .object({
    id: scalar.optional().catch(undefined),
    ts: time,
    decision: text,
    rationale: text,
    alternatives: texts,
    evidence: listOf(evidence),
    test_scenarios: listOf(scenario),
  })
  .refine((one) => isText(one.decision));

const handoff = z
  .object({
    session_id: text,
    ended: time,
    notes_ref: text,
    trajectory_ref: text,
    grounding_ratio: z.coerce.number().catch(0),
  })
  .transform(
    (one): Handoff => ({
      sessionId: one.session_id,
      ended: one.ended,
      notesRef: one.notes_ref,
      trajectoryRef: one.trajectory_ref,
      groundingRatio: one.grounding_ratio,
    }),
  );

export const taskFields = z
  .object({
    id: scalar.optional().catch(undefined),
    title: text,
    status: text.transform((status) => status || "open"),
    priority: z.coerce.number().int().min(0).catch(USUAL_PRIORITY),
    created: time,
    decisions: listOf(decision),
    test_scenarios: listOf(scenario),
    handoffs: listOf(handoff),
    next_steps: texts,
    blockers: texts,
    questions: texts,
    progress: text,
  })
  .transform(({ test_scenarios, next_steps, decisions, progress, ...rest }) => ({
    ...rest,
    ...(progress !== "" && { progress }),
    testScenarios: test_scenarios,
    nextSteps: next_steps,
    decisions: decisions.map(
      ({ test_scenarios: scenarios, ...one }): WrittenDecision => ({ ...one, testScenarios: scenarios }),
    ),
  }));

/** Empty lists that the form does not ask for are left out. */
const formOfDecision = (one: WrittenDecision) => ({
  ...(one.id !== undefined && { id: one.id }),
  ts: one.ts,
  decision: one.decision,
  rationale: one.rationale,
  evidence: one.evidence,
  ...(one.alternatives.length > 0 && { alternatives: one.alternatives }),
  ...(one.testScenarios.length > 0 && { test_scenarios: one.testScenarios }),
});

const formOfHandoff = (one: Handoff) => ({
  session_id: one.sessionId,
  ended: one.ended,
  notes_ref: one.notesRef,
  trajectory_ref: one.trajectoryRef,
  grounding_ratio: one.groundingRatio,
});

/** The fields of the form, in the order in which a new file has them. */
export const formOf = (task: WrittenTask): Fields => ({
  ...(task.id !== undefined && { id: task.id }),
  title: task.title,
  status: task.status,
  priority: task.priority,
  created: task.created,
  decisions: task.decisions.map(formOfDecision),
  test_scenarios: task.testScenarios,
  handoffs: task.handoffs.map(formOfHandoff),
  next_steps: task.nextSteps,
  blockers: task.blockers,
  questions: task.questions,
  ...(task.progress !== undefined && { progress: task.progress }),
});
