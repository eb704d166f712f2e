import { messageOf, ThroughlineError } from "../core/index.ts";
import { colors, legible } from "./terminal.ts";

/** The one place that prints errors: what was wrong, what to do, no stack. */
export function report(error: unknown): number {
  const hint = error instanceof ThroughlineError ? error.hint : undefined;
  process.stderr.write(`${colors.red("error:")} ${legible(messageOf(error))}\n`);
  if (hint) process.stderr.write(`${colors.dim("hint:")} ${legible(hint)}\n`);
  return error instanceof ThroughlineError && error.code === "bad_input" ? 2 : 1;
}
