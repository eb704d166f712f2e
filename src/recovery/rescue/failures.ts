import type { CommandRun } from "../../conversation/index.ts";
import { commandsIn, folderOf, isLook } from "./commands.ts";
import { covers, type TestRun, testRunOf } from "./test-runs.ts";

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

/** What passed, newest first, by what else than itself it settles. */
class Passed {
  readonly #ended = new Set<string>();
  readonly #whole = new Map<string, { readonly tests: TestRun; readonly folder: string }>();

  add(command: string, folder: string): void {
    const [, ended] = GIT_ENDS.exec(command) ?? [];
    if (ended !== undefined) this.#ended.add(ended);
    const tests = testRunOf(command);
    if (tests?.isWhole) this.#whole.set(`${folder}\n${command}`, { tests, folder });
  }

  settles(command: string, folder: string): boolean {
    const [begun = ""] = /^git [\w-]+/.exec(command) ?? [];
    if (this.#ended.has(begun)) return true;
    const tests = testRunOf(command);
    if (tests === undefined) return false;
    // All the tests of a folder are not all of the project's.
    return [...this.#whole.values()].some(
      (all) => (all.folder === "" || all.folder === folder) && covers(all.tests, tests),
    );
  }
}

/** Runs that failed or were stopped, without those whose command, or all of whose tests, passed since; newest first. */
export function unresolved(commands: readonly CommandRun[]): CommandRun[] {
  const ranSince = new Set<string>();
  const passed = new Passed();
  const open: CommandRun[] = [];
  for (const run of [...commands].reverse()) {
    const folder = folderOf(run.command);
    const parts = commandsIn(run.command).filter((part) => !isLook(part));
    const isSettled = (part: string) => ranSince.has(part) || passed.settles(part, folder);
    if (isOpen(run) && !parts.every(isSettled)) open.push(run);
    // Of a line that failed nobody knows which part did; of the same run twice only the last counts.
    for (const part of isOpen(run) ? parts.slice(-1) : parts) ranSince.add(part);
    if (run.exitCode === 0) for (const part of parts) passed.add(part, folder);
  }
  return open;
}
