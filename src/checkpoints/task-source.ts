import type { ProjectLocation } from "../project-files/index.ts";

/** A decision as a checkpoint quotes it. */
export interface CheckpointDecision {
  readonly ts: string;
  readonly task: string | null;
  readonly decision: string;
  readonly rationale: string;
  readonly alternatives: readonly string[];
}

export interface CheckpointTask {
  readonly slug: string;
  readonly title: string;
  readonly status: string;
}

/** Where checkpoints find the tasks and decisions of a project. */
export interface TaskSource {
  tasks(location: ProjectLocation): Promise<readonly CheckpointTask[]>;
  /** Newest first. */
  decisions(location: ProjectLocation): Promise<readonly CheckpointDecision[]>;
}

/** For an engine without ledgers. */
export const NO_TASKS: TaskSource = { tasks: async () => [], decisions: async () => [] };
