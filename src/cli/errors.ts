import { messageOf, ThroughlineError } from "../core/index.ts";
import { colours, legible } from "./terminal.ts";

/** The one place where an error becomes words on a terminal: what was wrong, what to do, no stack. */
export function report(error: unknown): number {
  const hint = error instanceof ThroughlineError ? error.hint : undefined;
  process.stderr.write(`${colours.red("error:")} ${legible(messageOf(error))}\n`);
  if (hint) process.stderr.write(`${colours.dim("hint:")} ${legible(hint)}\n`);
  return error instanceof ThroughlineError && error.code === "bad_input" ? 2 : 1;
}
