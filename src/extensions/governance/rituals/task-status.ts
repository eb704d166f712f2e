import { z } from "zod";
import { isoTime, jsonIn } from "../../../core/index.ts";
import type { SessionRecord } from "../../../store/index.ts";
import type { Task } from "../../ledgers/index.ts";
import { GATES, type Gate } from "../gates/gates.ts";
import type { TaskFolder } from "../task-files/task-folder.ts";

export const STATUS_FILE = "json/task-status.json";

function statusOf(task: Task | undefined, gate: string | null): "in-progress" | "complete" | "blocked" {
  if (task?.status === "complete" || gate === "G10") return "complete";
  return task?.status === "blocked" || (task?.blockers.length ?? 0) > 0 ? "blocked" : "in-progress";
}

/** The gate that the file says the task is at, whoever wrote it. */
export const gateIn = (folder: TaskFolder | undefined): Gate | undefined =>
  z.looseObject({ current_gate: z.enum(GATES) }).safeParse(jsonIn(folder?.read(STATUS_FILE))).data?.current_gate;

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
  folder.changeFields(STATUS_FILE, (before) => ({ ...before, ...fields }));
}
