import type { CommandRun } from "../../conversation/index.ts";
import { commandsIn } from "./commands.ts";

const hasFailed = ({ exitCode }: CommandRun): boolean => exitCode !== undefined && exitCode !== 0;

/** Runs that failed, without those whose last command has succeeded since, newest first. */
export function unresolved(commands: readonly CommandRun[]): CommandRun[] {
  const settled = new Set<string>();
  const open: CommandRun[] = [];
  for (const run of [...commands].reverse()) {
    const simple = commandsIn(run.command);
    const last = simple.at(-1) ?? run.command;
    if (hasFailed(run) && run.error !== undefined && !settled.has(last)) open.push(run);
    settled.add(last);
    if (!hasFailed(run)) for (const one of simple) settled.add(one);
  }
  return open;
}
