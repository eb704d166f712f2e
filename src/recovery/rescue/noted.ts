import type { Activity } from "../../conversation/index.ts";
import { commandsIn } from "./commands.ts";
import type { Noted } from "./wording.ts";

/** Behind a pipe or a `;` the end of a run says nothing about its commands. */
const HIDES_THE_END = /\||;|\n/;

/** How each command ended last, as far as that is certain, and the files that were changed. */
export function notedOf({ commands, files }: Pick<Activity, "commands" | "files">): Noted {
  const outcomes = new Map<string, string>();
  for (const { command, exitCode, error, stopped } of commands) {
    const simple = commandsIn(command);
    const hasFailed = error !== undefined || (exitCode !== undefined && exitCode !== 0);
    for (const one of simple) outcomes.delete(one);
    if (stopped !== undefined) continue;
    if (hasFailed && simple.length === 1) for (const one of simple) outcomes.set(one, "failed");
    if (!hasFailed && exitCode === 0 && !HIDES_THE_END.test(command)) for (const one of simple) outcomes.set(one, "ok");
  }
  return { outcomes, changed: files.filter(({ edits }) => edits > 0).map(({ path }) => path) };
}
