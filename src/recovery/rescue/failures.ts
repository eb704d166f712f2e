import type { CommandRun } from "../../conversation/index.ts";
import { type Check, checkOf, endsOfGit, holds } from "./checks.ts";
import { commandsIn, lookOf } from "./commands.ts";

const isOpen = ({ stopped, error }: CommandRun): boolean => stopped !== undefined || error !== undefined;

/** What became of a run. */
export function outcomeOf({ exitCode, error, stopped }: CommandRun): string {
  if (stopped !== undefined) return stopped === "" ? "stopped by the user" : `stopped by the user: ${stopped}`;
  if (exitCode === 0) return "ok";
  if (exitCode === undefined) return error === undefined ? "no result" : `failed: ${error}`;
  return `exit ${exitCode}${error === undefined ? "" : `: ${error}`}`;
}

/** What has succeeded since. */
class Succeeded {
  readonly #commands = new Set<string>();
  readonly #looks = new Set<string>();
  readonly #checks: { readonly check: Check; readonly folder: string }[] = [];
  readonly #git: string[] = [];

  add(simple: readonly string[], { command, exitCode }: CommandRun): void {
    for (const one of simple) {
      this.#commands.add(one);
      const look = lookOf(one);
      if (look !== undefined) this.#looks.add(look);
      // A run that was not seen to end proves nothing but itself.
      if (exitCode !== 0) continue;
      const check = checkOf(one);
      if (check) this.#checks.push({ check, folder: folderOf(command) });
      if (one.startsWith("git ")) this.#git.push(one);
    }
  }

  /** A command that was run since, with whatever outcome: of the same twice only the last counts. */
  addRun(command: string): void {
    this.#commands.add(command);
  }

  settles(one: string, { command, error }: CommandRun): boolean {
    if (this.#commands.has(one)) return true;
    const look = lookOf(one);
    if (look !== undefined && this.#looks.has(look)) return true;
    if (this.#git.some((later) => endsOfGit(later, one, error))) return true;
    const check = checkOf(one);
    const from = folderOf(command);
    return (
      check !== undefined &&
      this.#checks.some(({ check: later, folder }) => (folder === "" || folder === from) && holds(later, check))
    );
  }
}

/** All the tests of a folder are not all of the project's. */
const folderOf = (line: string): string => /(?:^|[;&(\n]\s*)cd\s+("[^"]*"|'[^']*'|[^\s;&)]+)/.exec(line)?.[1] ?? "";

/** What has to succeed before a line counts as mended: any of what it proves may have failed, or what it ended with. */
function atStake(simple: readonly string[], { command, stopped }: CommandRun): string[] {
  const last = simple.at(-1) ?? command;
  const checks = stopped === undefined ? simple.filter((one) => checkOf(one) !== undefined) : [];
  return [...new Set([...checks, last])];
}

/** Runs that failed or were stopped, without those that have succeeded since, by themselves or within more; newest first. */
export function unresolved(commands: readonly CommandRun[]): CommandRun[] {
  const since = new Succeeded();
  const open: CommandRun[] = [];
  for (const run of [...commands].reverse()) {
    const simple = commandsIn(run.command);
    if (isOpen(run) && !atStake(simple, run).every((one) => since.settles(one, run))) open.push(run);
    if (isOpen(run)) since.addRun(simple.at(-1) ?? run.command);
    else since.add(simple, run);
  }
  return open;
}
