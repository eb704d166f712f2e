import { Command } from "commander";

/** Listed here for `--help`; `bin/throughline.cjs` answers it, before anything of the command line is loaded. */
export const loaCommand = new Command("loa")
  .description(
    "Stand in for a script of a Loa project: grounding-check, synthesis-checkpoint, self-heal-state, context-manager.",
  )
  .argument("<script>")
  .argument("[args...]", "all of them the script's own");
