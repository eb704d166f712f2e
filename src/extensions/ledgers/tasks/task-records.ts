import { collectionOf, type Tables } from "../../../store/index.ts";
import type { Task, TaskState } from "../ledger-entries.ts";

/** A task in the store. */
export interface TaskRecord extends Pick<Task, "id" | "slug" | "title" | "status" | "priority"> {
  readonly project: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly state: TaskState;
}

/** Ids are a project's own: a clone brings the same ones with its files. */
export const taskKey = ({ project, id }: Pick<TaskRecord, "project" | "id">): string => `${project}\n${id}`;

export const taskRecords = collectionOf<TaskRecord>("tasks", (record) => ({
  ...{ id: taskKey(record), project: record.project, at: record.createdAt },
}));

/** The most urgent first, then the oldest. */
export const tasksOf = async (tables: Tables, project: string): Promise<TaskRecord[]> =>
  (await taskRecords(tables).list({ projects: [project] })).sort((one, other) => one.priority - other.priority);

/** Of one project, or of all; each once. */
export async function taskSlugs(tables: Tables, project?: string): Promise<string[]> {
  const records = await taskRecords(tables).list(project === undefined ? {} : { projects: [project] });
  return [...new Set(records.map(({ slug }) => slug))].sort();
}
