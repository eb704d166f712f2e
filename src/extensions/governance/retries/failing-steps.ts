import { runOf, type Spoken } from "../../../capture/index.ts";
import { didNotRun, foldSpace } from "../../../text/index.ts";
import { commandKey } from "../../../work/index.ts";
import { toolCallsIn } from "../tool-calls.ts";
import { type FailureKind, kindOf } from "./failure-kinds.ts";

/** A command that was run, and how it ended. */
export interface Run {
  readonly command: string;
  readonly step: string;
  readonly failed: boolean;
  readonly output: string;
  readonly at: string;
}

/** The same step, however its output was shortened and wherever it was run from. */
export const stepOf = (command: string): string => commandKey(command) || foldSpace(command);

/** Also where the shell reported the end of another program, as of the `tail` behind a test runner. */
export const hasFailed = (command: string, result: Pick<Spoken, "content" | "isError">): boolean =>
  runOf(command, result, { at: "", seq: 0 }).error !== undefined;

/** The commands of a conversation that ended, in order. One that was stopped or refused says nothing about the step. */
export function runsOf(messages: readonly Spoken[]): Run[] {
  return toolCallsIn(messages).flatMap(({ act, result }): Run[] => {
    if (act.kind !== "run" || !result || didNotRun(result.content)) return [];
    const { command } = act;
    const ended = { output: result.content, failed: hasFailed(command, result), at: result.createdAt };
    return [{ command, step: stepOf(command), ...ended }];
  });
}

/** How often a step failed since it last succeeded. */
export interface Streak {
  readonly step: string;
  readonly kind: FailureKind;
  readonly failures: number;
  readonly firstFailedAt: string;
  readonly last: Run;
}

/**
 * The steps whose last run failed, the one that failed last at the end. `since`: what came before is forgotten, by
 * step.
 */
export function streaksIn(runs: readonly Run[], since: ReadonlyMap<string, string> = new Map()): Streak[] {
  const streaks = new Map<string, Streak>();
  for (const run of runs) {
    const before = streaks.get(run.step);
    streaks.delete(run.step);
    if (!run.failed || run.at <= (since.get(run.step) ?? "")) continue;
    streaks.set(run.step, {
      ...{ step: run.step, kind: kindOf(run.command, run.output), failures: (before?.failures ?? 0) + 1 },
      ...{ firstFailedAt: before?.firstFailedAt ?? run.at, last: run },
    });
  }
  return [...streaks.values()];
}
