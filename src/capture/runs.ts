import { endedWith, errorLineOf, hidesFailure, isTestCommand, isUnderWay, stoppedWith } from "../text/index.ts";

export interface CommandRun {
  readonly command: string;
  /** As it was told: a run may have failed without one. */
  readonly exitCode: number | undefined;
  /** What went wrong, when it failed. */
  readonly error: string | undefined;
  /** What the user said when they stopped it before it ran. */
  readonly stopped: string | undefined;
  readonly isTest: boolean;
  readonly at: string;
  readonly seq: number;
}

interface Result {
  readonly content: string;
  readonly isError?: boolean | null | undefined;
}

type Ending = Pick<CommandRun, "exitCode" | "error" | "stopped">;
const UNTOLD: Ending = { exitCode: undefined, error: undefined, stopped: undefined };

/** A run that failed by what it printed has failed, where the shell told of another program's end or of none. */
function endingOf(command: string, { content, isError }: Result): Ending {
  const stopped = isError ? stoppedWith(content) : undefined;
  if (stopped !== undefined) return { ...UNTOLD, stopped };
  const { exitCode, failed } = endedWith(content, isError);
  if (failed) return { ...UNTOLD, exitCode, error: errorLineOf(content) };
  if (isUnderWay(content)) return UNTOLD;
  return hidesFailure(command, content) ? { ...UNTOLD, error: errorLineOf(content) } : { ...UNTOLD, exitCode };
}

/** A command with how it ended, as far as its result is known. */
export const runOf = (command: string, result: Result | undefined, place: { at: string; seq: number }): CommandRun => ({
  command,
  ...(result ? endingOf(command, result) : UNTOLD),
  isTest: isTestCommand(command),
  ...place,
});
