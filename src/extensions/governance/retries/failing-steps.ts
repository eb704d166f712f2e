import { actOf, type Spoken } from "../../../capture/index.ts";
import { didNotRun, endedWith, hasFailedTests, isOwnTool, isTestCommand } from "../../../text/index.ts";
import { type FailureKind, kindOf } from "./failure-kinds.ts";

/** A command that was run, and how it ended. */
export interface Run {
  readonly command: string;
  readonly step: string;
  readonly failed: boolean;
  readonly output: string;
  readonly at: string;
  readonly seq: number | undefined;
}

const LEADING =
  /^(?:cd\s+(?:"[^"]*"|'[^']*'|\S+)\s*(?:&&|;)\s*|(?:time|command)\s+|timeout\s+(?:(?:-[ks]\s+\S+|-\S+)\s+)*\S+\s+|set\s+-[a-z]+\s*(?:;|&&)\s*)/;
const TRAILING =
  /\s*(?:\|\s*(?:tail|head|cat|tee|less|grep|sort)\b[^|;&]*|\d?>{1,2}\s*(?:&\d|\S+)|&>{1,2}\s*\S+|;\s*echo\s[^;|&]*|\|\|\s*true|&)$/;

function strip(text: string, pattern: RegExp): string {
  const rest = text.replace(pattern, "").trim();
  return rest === text ? text : strip(rest, pattern);
}

/** The same step, however its output was shortened and wherever it was run from. */
export function stepOf(command: string): string {
  const line = command.replace(/\\\n/g, " ").replace(/\s+/g, " ").trim();
  return strip(strip(line, LEADING), TRAILING) || line;
}

/** The commands of a conversation that ended, in order. One that was stopped or refused says nothing about the step. */
export function runsOf(messages: readonly Spoken[]): Run[] {
  const results = new Map<string, Spoken>();
  for (const one of messages) if (one.kind === "tool_result" && one.toolUseId) results.set(one.toolUseId, one);
  return messages.flatMap((message): Run[] => {
    if (message.kind !== "tool_use" || isOwnTool(message.toolName)) return [];
    const act = actOf(message);
    const result = message.toolUseId ? results.get(message.toolUseId) : undefined;
    if (act.kind !== "run" || !result || didNotRun(result.content)) return [];
    const run = { command: act.command, output: result.content, at: result.createdAt, seq: message.seq };
    return [{ ...run, step: stepOf(act.command), failed: hasFailed(act.command, result) }];
  });
}

/** In a pipe the shell reports the last program's exit, so a test runner's output counts as well. */
export const hasFailed = (command: string, { content, isError }: Pick<Spoken, "content" | "isError">): boolean =>
  endedWith(content, isError).failed || (isTestCommand(command) && hasFailedTests(content));

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
