import type { Outcome } from "../../../sessions/index.ts";
import type { SessionRecord } from "../../../store/index.ts";

/** The steps of both rituals, in their order (seed 003, §2.1 and §4.1). */
export type StepName =
  | ("recall_context" | "read_progress" | "check_status" | "review_history" | "health_check" | "announce_goal")
  | ShutdownStep;

// biome-ignore format: in one line it is read as the order that it is.
export const SHUTDOWN_STEPS = ["commit_work", "update_progress", "checkpoint", "memorize", "update_status", "emit_event"] as const;
export type ShutdownStep = (typeof SHUTDOWN_STEPS)[number];

/*
 * How far a shutdown ritual is. It is kept step by step: one that was cut off goes on where it stopped, in the same
 * words.
 */

/** What the steps tell of the session. */
export interface Account {
  readonly outcome: Outcome;
  readonly nextHint: string;
  readonly completed: string;
  readonly blocked: string;
  readonly next: string;
}

export interface ShutdownProgress {
  /** When it was begun. */
  readonly at: string;
  readonly isInterrupted: boolean;
  readonly done: readonly ShutdownStep[];
  /** As somebody judged the session. */
  readonly given?: Outcome | undefined;
  /** What became of the uncommitted work. */
  readonly kept?: string | undefined;
  readonly account?: Account | undefined;
}

/** The ritual that was cut off; none where work went on after it. */
export const interruptedShutdown = (
  closing: ShutdownProgress | null,
  { lastActivityAt }: SessionRecord,
): ShutdownProgress | undefined => (closing !== null && lastActivityAt <= closing.at ? closing : undefined);
