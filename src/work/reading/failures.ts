import type { CommandRun } from "../../conversation/index.ts";

/** What only leads to a command, shortens its output or sends it elsewhere. */
const AROUND = [
  /^\s*(?:cd\s+(?:"[^"]*"|'[^']*'|\S+)\s*(?:&&|;)\s*)+/,
  /^\s*(?:[A-Za-z_]\w*=\S*\s+)+/,
  /\s*(?:\|\s*(?:head|tail|grep|sed|cat|tee|less|sort)\b[^|&;]*)+$/,
  /\s*(?:2>&1|[12]?>\s*\S+|&>\s*\S+)\s*/g,
];

/** The command itself, so that two runs of the same thing are known as the same. */
export const plainCommand = (command: string): string =>
  AROUND.reduce((text, part) => text.replace(part, " "), command)
    .replace(/\s+/g, " ")
    .trim();

/** The program and what it is told to do, without its arguments: `go test`, `npm run build`. */
export const programOf = (command: string): string =>
  command
    .split(" ")
    .filter((word) => !word.startsWith("-"))
    .slice(0, /^(?:npm|pnpm|yarn|bun) run /.test(command) ? 3 : 2)
    .join(" ");

/** The commands of a line, each by itself: all of them passed where the line did. */
export const partsOf = (command: string): string[] =>
  [command, ...command.split(/&&|;|\n/)].map(plainCommand).filter((part) => part !== "");

/** Looking around changes and tries nothing. */
const LOOKS =
  /^(?:ls|cat|head|tail|pwd|echo|printf|grep|rg|find|wc|which|date|tree|stat|file|sed|awk|test|cd|env|ps|git (?:status|log|diff|show|branch|remote|blame|fetch)|gh )\b/;
/** The client refused the call: nothing was run. */
const REFUSED = /^<tool_use_error>|^Cancelled:/;

/** Whether a command tries or changes something. */
export const isTrial = ({ command, error }: Pick<CommandRun, "command" | "error">): boolean =>
  !LOOKS.test(plainCommand(command)) && !REFUSED.test(error ?? "");

/**
 * Runs that failed and were not seen to pass since, the newest first, each command once. The same program passing later, whatever its
 * arguments, settles what it failed at before.
 */
export function unresolved(runs: readonly CommandRun[]): CommandRun[] {
  const settled = new Set<string>();
  const open: CommandRun[] = [];
  for (const run of [...runs].reverse()) {
    const command = plainCommand(run.command);
    const hasFailed = run.error !== undefined;
    if (hasFailed && isTrial(run) && !settled.has(command) && !settled.has(programOf(command))) open.push(run);
    if (hasFailed) settled.add(command);
    if (!hasFailed && run.exitCode === 0)
      for (const part of partsOf(run.command)) settled.add(part).add(programOf(part));
  }
  return open;
}
