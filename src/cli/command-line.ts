import { Command, CommanderError } from "commander";
import { badInput, messageOf, suggest, ThroughlineError } from "../core/index.ts";
import { type Operation, operations } from "../operations/index.ts";
import { NAME, VERSION } from "../version.ts";
import { connectCommands } from "./commands/connect.ts";
import { daemonCommands } from "./commands/daemon.ts";
import { demoCommand } from "./commands/demo.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { withFollow } from "./commands/events.ts";
import { importCommand } from "./commands/import.ts";
import { mcpCommand } from "./commands/mcp.ts";
import { hookCommand, loaCommand } from "./commands/programs.ts";
import { reindexCommand } from "./commands/reindex.ts";
import { groupHelp } from "./help.ts";
import { operationCommand } from "./operation-command.ts";
import { colors, legible, printError } from "./terminal.ts";

/** Command groups by name; a nested group by both names. */
const GROUPS: Readonly<Record<string, { description: string; alias?: string }>> = {
  sessions: { description: "List, show, suspend, resume and end sessions.", alias: "session" },
  projects: { description: "List projects, link and unlink folders.", alias: "project" },
  agent: { description: "Show and set up long-lived agents: identity, working state, notes." },
  task: { description: "Start, list, show, change, hand over and complete tasks." },
  compaction: { description: "Show what compactions dropped, and what was given back." },
  fixer: { description: "Show and close fixers, which take over steps that failed too often." },
  sandbox: { description: "Lift the sandbox, in which a session is read-only." },
  checkpoint: { description: "Save, list, show, compare, verify and resume checkpoints." },
  "work rule": { description: "Add and withdraw a project's rules." },
};

/** The operations of a command; all of them if the word is unknown, for help and suggestions. */
function operationsOf(word: string | undefined): readonly Operation[] {
  // Without a word, each group without an alias would seem to be meant: both are undefined.
  if (word === undefined) return operations;
  const own = operations.filter(({ cli }) => {
    const first = cli?.command.split(" ")[0] ?? "";
    return first !== "" && (first === word || GROUPS[first]?.alias === word);
  });
  return own.length > 0 ? own : operations;
}

function program(asked: string | undefined, showsAll: boolean): Command {
  const root = new Command(NAME)
    .description("Keeps your agent's work alive when its context window dies.")
    .version(VERSION)
    .enablePositionalOptions()
    .showHelpAfterError("(run with --help to see commands and options)");
  for (const command of [
    ...connectCommands,
    doctorCommand,
    demoCommand,
    ...daemonCommands,
    importCommand,
    reindexCommand,
    loaCommand,
    hookCommand,
    mcpCommand,
  ])
    root.addCommand(command);
  for (const operation of operationsOf(asked)) {
    if (!operation.cli || operation.cli.insteadWhen) continue;
    const others = operations.filter(({ cli }) => cli?.insteadWhen && cli.command === operation.cli?.command);
    const { command, alsoCommand } = operation.cli;
    for (const words of [command, alsoCommand].map((one) => one?.split(" ") ?? [])) {
      const name = words.pop();
      if (name === undefined) continue;
      const built = operationCommand(name, operation, others);
      groupOf(root, words).addCommand(operation.name === "events.list" ? withFollow(built) : built);
    }
  }
  groupHelp(root, showsAll);
  return root;
}

function groupOf(root: Command, words: readonly string[]): Command {
  const name = words.at(-1);
  if (name === undefined) return root;
  const parent = groupOf(root, words.slice(0, -1));
  const known = parent.commands.find((command) => command.name() === name);
  // The group is a command itself: options after the next word belong to the subcommand.
  if (known) return known.enablePositionalOptions();
  const { description = "", alias } = GROUPS[words.join(" ")] ?? {};
  const group = new Command(name).description(description);
  if (alias !== undefined) group.alias(alias);
  parent.addCommand(group);
  return group;
}

/** Groups are small enough to name all of their commands; of all commands, those with similar names. */
const MOST_SIMILAR = 3;

function unknownCommand(parent: Command, word: string): ThroughlineError {
  const names = suggest(
    word,
    parent.commands.map((command) => command.name()),
  );
  if (parent.parent === null)
    return badInput(
      `unknown command '${word}'`,
      `Similar commands: ${names.slice(0, MOST_SIMILAR).join(", ")}. \`${NAME} help all\` lists every command.`,
    );
  return badInput(
    `unknown command '${parent.name()} ${word}'`,
    `\`${parent.name()}\` has these commands: ${names.join(", ")}. \`${NAME} ${parent.name()} --help\` explains them.`,
  );
}

/**
 * Refuses unknown commands with a suggestion, and reads `help task new` as `task new --help`: commander itself shows
 * the help of the first word only, and general help for words that it does not know.
 */
function checkedWords(root: Command, words: readonly string[]): readonly string[] {
  let command = root;
  for (const [at, word] of words.entries()) {
    if (command.commands.length === 0 || word.startsWith("-")) break;
    if (word === "help") return checkedWords(root, [...words.slice(0, at), ...words.slice(at + 1), "--help"]);
    const next = command.commands.find((one) => one.name() === word || one.aliases().includes(word));
    // Not a command, but possibly an argument of the command that the group itself is.
    if (!next && command.registeredArguments.length > 0) break;
    if (!next) throw unknownCommand(command, word);
    command = next;
  }
  return words;
}

function exitByThrowing(command: Command): void {
  command.exitOverride();
  for (const child of command.commands) exitByThrowing(child);
}

/** The one place that prints errors: what was wrong, what to do, no stack. */
function report(error: unknown): number {
  const { hint, code } = error instanceof ThroughlineError ? error : { hint: undefined, code: undefined };
  printError(`${colors.red("error:")} ${legible(messageOf(error))}`);
  if (hint) printError(`${colors.dim("hint:")} ${legible(hint)}`);
  return code === "bad_input" ? 2 : 1;
}

/** Runs one command; its exit code is the process's. */
export async function runCommandLine(words: readonly string[]): Promise<void> {
  const [word, ...rest] = words;
  const isHelpForAll = word === "help" && rest.length === 1 && rest[0] === "all";
  const root = program(word, isHelpForAll);
  exitByThrowing(root);
  try {
    if (isHelpForAll) root.outputHelp();
    else await root.parseAsync(checkedWords(root, words), { from: "user" });
  } catch (error) {
    // Commander has already printed the error; help and version are no errors, everything else is wrong usage.
    process.exitCode = error instanceof CommanderError ? (error.exitCode === 0 ? 0 : 2) : report(error);
  }
}
