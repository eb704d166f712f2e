import { errorLineOf } from "./errors.ts";
import { type Activity, type CommandRun, type Spoken, activityOf as toldActivityOf } from "./index.ts";
import { hidesFailure, isUnderWay } from "./outcomes.ts";

/** What each call was answered, by the place of the call. */
function answersTo(messages: readonly Spoken[]): ReadonlyMap<number, string> {
  const results = new Map<string, string>();
  for (const { kind, toolUseId, content } of messages)
    if (kind === "tool_result" && toolUseId) results.set(toolUseId, content);
  const answers = new Map<number, string>();
  messages.forEach(({ kind, toolUseId, seq }, index) => {
    const answer = kind === "tool_use" && toolUseId ? results.get(toolUseId) : undefined;
    if (answer !== undefined) answers.set(seq ?? index + 1, answer);
  });
  return answers;
}

/** How a run ended by what it printed, where the shell told of another program's end or of none. */
function seenThrough(run: CommandRun, output: string | undefined): CommandRun {
  if (output === undefined || run.error !== undefined || run.stopped !== undefined) return run;
  if (isUnderWay(output)) return { ...run, exitCode: undefined };
  if (!hidesFailure(run.command, output)) return run;
  return { ...run, exitCode: undefined, error: errorLineOf(output) };
}

/** What a stretch of conversation was about; a run that failed by what it printed has failed, whatever the shell said. */
export function activityOf(messages: readonly Spoken[]): Activity {
  const activity = toldActivityOf(messages);
  const answers = answersTo(messages);
  return { ...activity, commands: activity.commands.map((run) => seenThrough(run, answers.get(run.seq))) };
}
