import { oneLine } from "../../text/index.ts";
import type { FailureKind } from "./kinds.ts";
import type { Streak } from "./steps.ts";

/** So many failures of one step in a row call for somebody with fresh eyes; and so often a transient one is tried. */
export const MOST_ATTEMPTS = 3;
/** Once is an accident. */
export const TELLING_FAILURES = 2;

export interface Standing {
  readonly streak: Pick<Streak, "step" | "kind" | "failures">;
  /** The last checkpoint from before the first of the failures. */
  readonly checkpointId: string | undefined;
  /** A fixer gave this step up. */
  readonly isGivenUp: boolean;
  /** A fixer is at it. */
  readonly fixerId?: string | undefined;
}

/** What kind of failure it has become: what three attempts did not mend is not passing. */
export const kindNow = ({ streak: { kind, failures }, isGivenUp }: Standing): FailureKind =>
  isGivenUp || (kind === "transient" && failures >= MOST_ATTEMPTS) ? "persistent" : kind;

/** What is to be done next, in one sentence. */
export function strategyFor(standing: Standing): string {
  const { failures } = standing.streak;
  switch (kindNow(standing)) {
    case "transient":
      return `Run the same step again: attempt ${failures + 1} of ${MOST_ATTEMPTS}.`;
    case "test":
      return "Find out why the test fails, fix the cause, then run the step again.";
    case "resource":
      return "Wait, free or raise what ran out (disk, memory, quota), then run the step again.";
    case "logic":
      return standing.checkpointId === undefined
        ? "Undo what was tried since it last worked, and plan again."
        : `Roll back to checkpoint ${standing.checkpointId} (throughline checkpoint show ${standing.checkpointId}) and plan again.`;
    case "persistent":
      return standing.fixerId === undefined
        ? "Stop trying: a person has to look at this."
        : `Stop trying: fixer ${standing.fixerId} has it; without a fix a person has to look at this.`;
  }
}

const LONGEST_STEP = 120;

/** What the agent is told at the second failure. */
export const noticeOf = (standing: Standing): string =>
  `“${oneLine(standing.streak.step, LONGEST_STEP)}” has failed ${standing.streak.failures} times in a row (${kindNow(standing)} failure). ${strategyFor(standing)}`;

/** What it is told when a fixer's brief is ready. */
export const fixerNoticeOf = (standing: Standing, fixerId: string, deadline: string): string =>
  `“${oneLine(standing.streak.step, LONGEST_STEP)}” has failed ${standing.streak.failures} times in a row (${kindNow(standing)} failure): stop trying it. Give a fresh subagent the brief that \`throughline fixer show ${fixerId}\` prints: this step only, read-only, until ${deadline}. It ends with \`throughline fixer close ${fixerId} --outcome fix --note "what mends it"\` or \`--outcome escalate --note "what must be decided"\`.`;
