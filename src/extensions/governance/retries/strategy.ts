import { oneLine } from "../../../text/index.ts";
import type { Streak } from "./failing-steps.ts";
import type { FailureKind } from "./failure-kinds.ts";

/** After this many failures in a row a step gets a fixer; a transient failure is retried as often. */
export const MOST_ATTEMPTS = 3;
/** One failure may be an accident. */
export const NOTICE_AFTER = 2;

export interface FailureState {
  readonly streak: Pick<Streak, "step" | "kind" | "failures">;
  /** The last checkpoint from before the first of the failures. */
  readonly checkpointId: string | undefined;
  /** A fixer gave this step up. */
  readonly isGivenUp: boolean;
  /** A fixer is at it. */
  readonly fixerId?: string | undefined;
}

/** A failure that three attempts did not fix is not transient. */
export const kindNow = ({ streak: { kind, failures }, isGivenUp }: FailureState): FailureKind =>
  isGivenUp || (kind === "transient" && failures >= MOST_ATTEMPTS) ? "persistent" : kind;

/** What is to be done next, in one sentence. */
export function strategyFor(failure: FailureState): string {
  const { failures } = failure.streak;
  switch (kindNow(failure)) {
    case "transient":
      return `Run the same step again: attempt ${failures + 1} of ${MOST_ATTEMPTS}.`;
    case "test":
      return "Find out why the test fails, fix the cause, then run the step again.";
    case "resource":
      return "Wait, free or raise what ran out (disk, memory, quota), then run the step again.";
    case "logic":
      return failure.checkpointId === undefined
        ? "Undo what was tried since it last worked, and plan again."
        : `Roll back to checkpoint ${failure.checkpointId} (throughline checkpoint show ${failure.checkpointId}) and plan again.`;
    case "persistent":
      return failure.fixerId === undefined
        ? "Stop trying: a person has to look at this."
        : `Stop trying: fixer ${failure.fixerId} has it; without a fix a person has to look at this.`;
  }
}

const LONGEST_STEP = 120;

/** For the agent, at the second failure. */
export const noticeOf = (failure: FailureState): string =>
  `“${oneLine(failure.streak.step, LONGEST_STEP)}” has failed ${failure.streak.failures} times in a row (${kindNow(failure)} failure). ${strategyFor(failure)}`;

/** For the agent, when a fixer's brief is ready. */
export const fixerNoticeOf = (failure: FailureState, fixerId: string, deadline: string): string =>
  `“${oneLine(failure.streak.step, LONGEST_STEP)}” has failed ${failure.streak.failures} times in a row (${kindNow(failure)} failure): stop trying it. Give a fresh subagent the brief that \`throughline fixer show ${fixerId}\` prints: this step only, read-only, until ${deadline}. It ends with \`throughline fixer close ${fixerId} --outcome fix --note "what fixes it"\` or \`--outcome escalate --note "what must be decided"\`.`;
