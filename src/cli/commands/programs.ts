import { Argument, Command } from "commander";
import { DEFAULT_HARNESS, HOOK_EVENTS, harnesses } from "../../harnesses/index.ts";

/* Listed here for `--help` only: `bin/throughline.cjs` runs them as programs of their own, which must start fast. */

export const hookCommand = new Command("hook")
  .description("Handle a client's hook: its JSON on standard input, the answer on standard output.")
  .addArgument(new Argument("<event>", "what happened").choices(HOOK_EVENTS))
  .option("--harness <name>", `the client: ${harnesses.map(({ name }) => name).join(", ")}`, DEFAULT_HARNESS)
  .addHelpText(
    "after",
    "\nIt never fails and never blocks its client: whatever goes wrong, it exits with 0 within its deadline.\n",
  )
  .action((_event, _options, command: Command) => command.help());

export const loaCommand = new Command("loa")
  .description(
    "Run the equivalent of a Loa script: grounding-check, synthesis-checkpoint, self-heal-state, context-manager.",
  )
  .argument("<script>")
  .argument("[args...]", "the script's arguments");
