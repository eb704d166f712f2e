import type { DecisionContent, Scenario } from "../../work/index.ts";

/*
 * What the ledgers hold, in the words of the API; in the files the fields have the names of the form that defines them.
 */

export {
  type DecisionContent,
  type Evidence,
  SCENARIO_TYPES,
  type Scenario,
  type ScenarioType,
} from "../../work/index.ts";

export interface Decision extends DecisionContent {
  readonly id: string;
  readonly task: string | null;
  readonly ts: string;
}

/** A session's end, as the next one on the same task finds it. */
export interface Handoff {
  readonly sessionId: string;
  readonly ended: string;
  readonly notesRef: string;
  readonly trajectoryRef: string;
  readonly groundingRatio: number;
}

export const TASK_STATUSES = ["open", "in_progress", "blocked", "complete"] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

export interface Task {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  /** One of ours, or whatever a person or another program wrote. */
  readonly status: string;
  /** 0 is the most urgent. */
  readonly priority: number;
  readonly created: string;
  readonly decisions: readonly Decision[];
  readonly testScenarios: readonly Scenario[];
  readonly handoffs: readonly Handoff[];
  readonly nextSteps: readonly string[];
  readonly blockers: readonly string[];
  readonly questions: readonly string[];
  /** How far it is, written down from time to time while a session works at it. */
  readonly progress?: string | undefined;
  /** Who keeps it, where that is not us. */
  readonly keeper?: "br" | undefined;
  /** Why its file cannot be read, with the line. */
  readonly warnings?: readonly string[] | undefined;
}
