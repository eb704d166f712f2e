import { Command } from "commander";

/** Listed here for `--help`; `bin/throughline.cjs` runs it before the rest of the command line is loaded. */
export const loaCommand = new Command("loa")
  .description(
    "Run the equivalent of a Loa script: grounding-check, synthesis-checkpoint, self-heal-state, context-manager.",
  )
  .argument("<script>")
  .argument("[args...]", "the script's arguments");
