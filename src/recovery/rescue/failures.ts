import type { CommandRun } from "../../conversation/index.ts";
import { commandsIn } from "./commands.ts";

const isOpen = ({ stopped, error }: CommandRun): boolean => stopped !== undefined || error !== undefined;

/** What became of a run. */
export function outcomeOf({ exitCode, error, stopped }: CommandRun): string {
  if (stopped !== undefined) return stopped === "" ? "stopped by the user" : `stopped by the user: ${stopped}`;
  if (exitCode === 0) return "ok";
  if (exitCode === undefined) return error === undefined ? "no result" : `failed: ${error}`;
  return `exit ${exitCode}${error === undefined ? "" : `: ${error}`}`;
}

/** Runs that failed or were stopped, without those whose last command has succeeded since, newest first. */
export function unresolved(commands: readonly CommandRun[]): CommandRun[] {
  const settled = new Set<string>();
  const open: CommandRun[] = [];
  for (const run of [...commands].reverse()) {
    const simple = commandsIn(run.command);
    const last = simple.at(-1) ?? run.command;
    if (isOpen(run) && !settled.has(last)) open.push(run);
    settled.add(last);
    if (!isOpen(run)) for (const one of simple) settled.add(one);
  }
  return open;
}
