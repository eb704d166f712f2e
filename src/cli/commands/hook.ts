import { Argument, Command } from "commander";
import { HOOK_EVENTS, harnesses } from "../../harnesses/index.ts";

/** Only told of here: called, it is a file of its own, which must start at once. */
export const hookCommand = new Command("hook")
  .description("Handle a client's hook: its JSON on standard input, the answer on standard output.")
  .addArgument(new Argument("<event>", "what happened").choices(HOOK_EVENTS))
  .option("--harness <name>", `the client: ${harnesses.map(({ name }) => name).join(", ")}`, "claude-code")
  .addHelpText(
    "after",
    "\nIt never fails and never holds its client up: whatever goes wrong, it ends with 0 inside its deadline.\n",
  )
  .action((_event, _options, command: Command) => command.help());
