import { z } from "zod";
import { SCENARIO_TYPES } from "../../work/index.ts";

/*
 * What the ledgers hold, in the words of the API; in the files the fields have the names of the form that defines them.
 */

export { type DecisionContent, type Evidence, SCENARIO_TYPES, type Scenario } from "../../work/index.ts";

/** The shapes of entries. `text` is how words that people or agents wrote are read: as they are, or redacted. */
export function entryShapes(text: z.ZodType<string, string>) {
  const texts = z.array(text).readonly();
  const scenario = z.object({ name: text, type: z.enum(SCENARIO_TYPES), expected: text });
  const evidence = z.object({ path: z.string(), line: z.number(), quote: text });
  const content = z.object({
    decision: text,
    rationale: text,
    alternatives: texts,
    evidence: z.array(evidence).readonly(),
    testScenarios: z.array(scenario).readonly(),
  });
  /** A session's end, as the next one on the same task finds it. */
  const handoff = z.object({
    sessionId: z.string(),
    ended: z.string(),
    notesRef: z.string(),
    trajectoryRef: z.string(),
    groundingRatio: z.number(),
  });
  /** What a task has besides the fields that it is found by. */
  const taskState = z.object({
    testScenarios: z.array(scenario).readonly(),
    handoffs: z.array(handoff).readonly(),
    nextSteps: texts,
    blockers: texts,
    questions: texts,
    progress: text.optional().describe("Progress, as last recorded"),
  });
  const decision = content.extend({ id: z.string(), task: z.string().nullable(), ts: z.string() });
  const task = taskState.extend({
    id: z.string(),
    slug: z.string(),
    title: text,
    status: text.describe("One of ours, or whatever a person or another program wrote"),
    priority: z.number().describe("0 is the most urgent"),
    created: z.string(),
    decisions: z.array(decision).readonly(),
    warnings: texts.optional().describe("Why its file cannot be read"),
  });
  return { evidence, handoff, taskState, decision, task };
}

const shapes = entryShapes(z.string());

export type Decision = Readonly<z.output<typeof shapes.decision>>;
export type Handoff = Readonly<z.output<typeof shapes.handoff>>;

export const TASK_STATUSES = ["open", "in_progress", "blocked", "complete"] as const;
export const USUAL_PRIORITY = 2;

export interface Task extends Readonly<z.output<typeof shapes.task>> {
  /** Who keeps it, where that is not us. */
  readonly keeper?: "br" | undefined;
}

export const taskStateShape = shapes.taskState;
export type TaskState = Readonly<z.output<typeof taskStateShape>>;
export const EMPTY_STATE: TaskState = {
  testScenarios: [],
  handoffs: [],
  nextSteps: [],
  blockers: [],
  questions: [],
};

/** A decision as a file has it: what a person wrote by hand has no id yet. Only the notes name the task. */
export const writtenDecisionShape = shapes.decision.extend({
  id: z.string().optional(),
  task: z.string().nullish(),
});
export type WrittenDecision = Readonly<z.output<typeof writtenDecisionShape>>;

/** A task as its file has it. */
export const writtenTaskShape = shapes.task
  .omit({ slug: true, warnings: true })
  .extend({ id: z.string().optional(), decisions: z.array(writtenDecisionShape).readonly() });
export type WrittenTask = Readonly<z.output<typeof writtenTaskShape>>;
