import { z } from "zod";
import { asBytes, fromBytes } from "../../../project-files/index.ts";
import { contentShape, scenarioShape } from "../decisions/content.ts";
import type { Task } from "../entries.ts";
import type { FileFormat } from "../files/file-sync.ts";
import type { WrittenTask } from "./task-fields.ts";
import { readTask, writeTask } from "./task-yaml.ts";

/* A task as it goes between its file and the store. */

const handoffShape = z.object({
  sessionId: z.string(),
  ended: z.string(),
  notesRef: z.string(),
  trajectoryRef: z.string(),
  groundingRatio: z.number(),
});

/** What the store keeps of a task besides the fields that it is found by. */
export const taskStateShape = z.object({
  testScenarios: z.array(scenarioShape).readonly().default([]),
  handoffs: z.array(handoffShape).readonly().default([]),
  nextSteps: z.array(z.string()).readonly().default([]),
  blockers: z.array(z.string()).readonly().default([]),
  questions: z.array(z.string()).readonly().default([]),
  progress: z.string().optional(),
});
export type TaskState = z.output<typeof taskStateShape>;

const writtenShape = taskStateShape.extend({
  id: z.string().optional(),
  title: z.string(),
  status: z.string(),
  priority: z.number(),
  created: z.string(),
  decisions: z.array(contentShape.extend({ id: z.string().optional(), ts: z.string() })).readonly(),
});

const BOM = "\uFEFF";

export const taskFormat = (path: string): FileFormat<WrittenTask> => ({
  shape: writtenShape,
  read: async (bytes) => readTask(fromBytes(bytes).replace(BOM, ""), path),
  async write(bytes, state) {
    const text = fromBytes(bytes);
    const mark = text.startsWith(BOM) ? BOM : "";
    return asBytes(mark + writeTask(text.slice(mark.length), state, path));
  },
});

export const writtenOf = ({
  slug: _slug,
  warnings: _warnings,
  keeper: _keeper,
  decisions,
  ...task
}: Task): WrittenTask => ({
  ...task,
  decisions: decisions.map(({ task: _task, ...one }) => one),
});
