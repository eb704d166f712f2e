import { isoTime, jsonIn } from "../../../core/index.ts";
import type { SessionRecord } from "../../../store/index.ts";
import type { Task } from "../../ledgers/index.ts";
import { GATES, type Gate } from "../gates/gates.ts";
import type { TaskFolder } from "../task-files/task-folder.ts";

export const STATUS_FILE = "json/task-status.json";
const SET_ASIDE = "json/task-status.damaged.json";

export type Status = "in-progress" | "complete" | "blocked";

export function statusOf(task: Task | undefined, gate: string | null): Status {
  if (task?.status === "complete" || gate === "G10") return "complete";
  return task?.status === "blocked" || (task?.blockers.length ?? 0) > 0 ? "blocked" : "in-progress";
}

function fieldsIn(text: string): Record<string, unknown> | undefined {
  const value = jsonIn(text);
  return value !== null && typeof value === "object" && !Array.isArray(value) ? { ...value } : undefined;
}

/** The gate that the file says the task is at, whoever wrote it. */
export function gateIn(folder: TaskFolder | undefined): Gate | undefined {
  const { current_gate } = fieldsIn(folder?.read(STATUS_FILE) ?? "") ?? {};
  return GATES.find((gate) => gate === current_gate);
}

/** Writes how the task stands; fields of others stay, and a file that is no JSON is set aside. */
export function writeStatus(
  folder: TaskFolder,
  session: SessionRecord,
  now: number,
  { task, nextSteps }: { task: Task | undefined; nextSteps: readonly string[] },
): void {
  const fields = {
    ...{ task_slug: session.task, last_session: session.id, last_activity: isoTime(now), current_gate: session.gate },
    ...{ status: statusOf(task, session.gate), blockers: task?.blockers ?? [], next_steps: nextSteps },
  };
  folder.change(STATUS_FILE, (text) => {
    const before = text.trim() === "" ? {} : fieldsIn(text);
    if (before === undefined) folder.write(SET_ASIDE, text);
    return `${JSON.stringify({ ...before, ...fields }, null, 2)}\n`;
  });
}
