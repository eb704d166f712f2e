import type { Outcome } from "../../../sessions/index.ts";
import type { SessionRecord } from "../../../store/index.ts";
import type { ShutdownStep } from "./step-names.ts";

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
