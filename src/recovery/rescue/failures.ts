import { type CommandRun, isTestCommand } from "../../conversation/index.ts";
import { commandsIn, folderOf, isLook } from "./commands.ts";
import { coversTests } from "./test-runs.ts";

/** What became of a run. */
export function outcomeOf({ exitCode, error, stopped }: CommandRun): string {
  if (stopped !== undefined) return stopped === "" ? "stopped by the user" : `stopped by the user: ${stopped}`;
  if (exitCode === 0) return "ok";
  if (exitCode === undefined) return error === undefined ? "no result" : `failed: ${error}`;
  return `exit ${exitCode}${error === undefined ? "" : `: ${error}`}`;
}

const isOpen = ({ stopped, error }: CommandRun): boolean => stopped !== undefined || error !== undefined;

/** `git rebase --abort` ends a `git rebase` that stopped at a conflict. */
const GIT_ENDS = /^(git [\w-]+) .*--(?:continue|abort|skip|quit)\b/;
const endsGit = (later: string, earlier: string): boolean => {
  const [, begun] = GIT_ENDS.exec(later) ?? [];
  return begun !== undefined && earlier.startsWith(begun);
};

/** A run that passed: it may settle other commands than its own. */
interface Passed {
  readonly command: string;
  readonly folder: string;
}

const settles = ({ command, folder: at }: Passed, earlier: string, folder: string): boolean =>
  endsGit(command, earlier) || ((at === "" || at === folder) && coversTests(command, earlier));

/** Runs that failed or were stopped, without those whose command, or all of whose tests, passed since; newest first. */
export function unresolved(commands: readonly CommandRun[]): CommandRun[] {
  const ranSince = new Set<string>();
  const passed: Passed[] = [];
  const open: CommandRun[] = [];
  for (const run of [...commands].reverse()) {
    const folder = folderOf(run.command);
    const parts = commandsIn(run.command).filter((part) => !isLook(part));
    const isSettled = (part: string) => ranSince.has(part) || passed.some((later) => settles(later, part, folder));
    if (isOpen(run) && !parts.every(isSettled)) open.push(run);
    // Of a line that failed nobody knows which part did; of the same run twice only the last counts.
    for (const part of isOpen(run) ? parts.slice(-1) : parts) ranSince.add(part);
    if (run.exitCode === 0)
      for (const command of parts)
        if (isTestCommand(command) || GIT_ENDS.test(command)) passed.push({ command, folder });
  }
  return open;
}
