import { systemCode } from "../core/index.ts";
import { runCommandLine } from "./command-line.ts";

// `throughline init | head` closes our output, which is no error and stops no work.
for (const output of [process.stdout, process.stderr])
  output.on("error", (error) => {
    if (systemCode(error) !== "EPIPE") throw error;
  });

await runCommandLine(process.argv.slice(2));
