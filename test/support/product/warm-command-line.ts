import { z } from "zod";
import { WarmProcess } from "./warm-process.ts";

const output = z.object({ code: z.number(), stdout: z.string(), stderr: z.string() });

/** By the width of their terminal, which the program reads when it is loaded; 0 is no terminal. */
const warm = new Map<number, WarmProcess>();
let last: Promise<unknown> = Promise.resolve();

export interface WarmCommand {
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
}

/** Runs a command as a process of its own would, after those that were asked for before. */
export function runWarm(command: WarmCommand, columns = 0): Promise<z.infer<typeof output>> {
  const run = last.then(async () => {
    let process = warm.get(columns);
    if (!process?.isAlive) {
      process = new WarmProcess("warm-command-line.mjs", { env: { COLUMNS: String(columns) } });
      warm.set(columns, process);
    }
    return output.parse(await process.ask(command));
  });
  last = run.catch(() => {});
  return run;
}
