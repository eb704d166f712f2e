import { Command, CommanderError } from "commander";
import { systemCode } from "../core/index.ts";
import { operations } from "../operations/index.ts";
import { NAME, VERSION } from "../version.ts";
import { connectCommands } from "./commands/connect.ts";
import { daemonCommands } from "./commands/daemon.ts";
import { demoCommand } from "./commands/demo.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { importCommand } from "./commands/import.ts";
import { mcpCommand } from "./commands/mcp.ts";
import { reindexCommand } from "./commands/reindex.ts";
import { report } from "./errors.ts";
import { operationCommand } from "./operation-command.ts";

const GROUPS: Readonly<Record<string, { description: string; alias?: string }>> = {
  sessions: { description: "Sessions: list, look into, suspend, resume, end.", alias: "session" },
  agent: { description: "Agents that live long: who they are, where they stand, what they noted." },
  checkpoint: { description: "Checkpoints: list, look into, compare, verify, resume from." },
};

function program(): Command {
  const root = new Command(NAME)
    .description("Keeps your agent's work alive when its context window dies.")
    .version(VERSION)
    .enablePositionalOptions()
    .showHelpAfterError("(run with --help to see what there is)")
    .addHelpText(
      "after",
      "\nFirst steps:\n  throughline init      connect your agent\n  throughline demo      see a session die and come back\n  throughline status    see what is kept\n",
    );
  for (const command of [
    ...connectCommands,
    doctorCommand,
    demoCommand,
    ...daemonCommands,
    importCommand,
    reindexCommand,
    mcpCommand,
  ])
    root.addCommand(command);
  for (const operation of operations) {
    if (!operation.cli || operation.cli.insteadWhen) continue;
    const others = operations.filter(({ cli }) => cli?.insteadWhen && cli.command === operation.cli?.command);
    const [first = "", second] = operation.cli.command.split(" ");
    if (second === undefined) root.addCommand(operationCommand(first, operation, others));
    else groupOf(root, first).addCommand(operationCommand(second, operation, others));
  }
  return root;
}

function groupOf(root: Command, name: string): Command {
  const known = root.commands.find((command) => command.name() === name);
  // It is a command itself: options that stand behind the next word are that word's.
  if (known) return known.enablePositionalOptions();
  const group = new Command(name).description(GROUPS[name]?.description ?? "");
  const alias = GROUPS[name]?.alias;
  if (alias !== undefined) group.alias(alias);
  root.addCommand(group);
  return group;
}

function exitByThrowing(command: Command): void {
  command.exitOverride();
  for (const child of command.commands) exitByThrowing(child);
}

// `throughline … | head` closes our output: that is no error. Who has something to put away does so, as on Ctrl-C.
process.stdout.on("error", (error) => {
  if (systemCode(error) !== "EPIPE") throw error;
  if (process.listenerCount("SIGINT") > 0) process.kill(process.pid, "SIGINT");
  else process.exit(0);
});

const root = program();
exitByThrowing(root);
try {
  await root.parseAsync();
} catch (error) {
  // Commander has said what was wrong already; help and version are no errors, everything else is wrong usage.
  process.exitCode = error instanceof CommanderError ? (error.exitCode === 0 ? 0 : 2) : report(error);
}
