import { endedWith, errorLineOf, hidesFailure, isTestCommand, isUnderWay, stoppedWith } from "../text/index.ts";

export interface CommandRun {
  readonly command: string;
  /** As reported: a run may have failed without one. */
  readonly exitCode: number | undefined;
  /** What went wrong, when it failed. */
  readonly error: string | undefined;
  /** The user's words when they stopped it before it ran. */
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
const UNKNOWN: Ending = { exitCode: undefined, error: undefined, stopped: undefined };

/** The output decides where the shell reported the end of another program, or none. */
function endingOf(command: string, { content, isError }: Result): Ending {
  const stopped = isError ? stoppedWith(content) : undefined;
  if (stopped !== undefined) return { ...UNKNOWN, stopped };
  const { exitCode, failed } = endedWith(content, isError);
  if (failed) return { ...UNKNOWN, exitCode, error: errorLineOf(content) };
  if (isUnderWay(content)) return UNKNOWN;
  return hidesFailure(command, content) ? { ...UNKNOWN, error: errorLineOf(content) } : { ...UNKNOWN, exitCode };
}

/** A command with how it ended, as far as its result is known. */
export const runOf = (command: string, result: Result | undefined, place: { at: string; seq: number }): CommandRun => ({
  command,
  ...(result ? endingOf(command, result) : UNKNOWN),
  isTest: isTestCommand(command),
  ...place,
});
