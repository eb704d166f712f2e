import { type Outcome, problem } from "../outcome.ts";

export interface Options {
  readonly values: readonly string[];
  readonly dryRun: boolean;
  readonly query: string | undefined;
}

/** `-` alone and `-1` are values. */
const OPTION = /^-[^\d]/;

type Flag = "--json" | "--dry-run" | "--query";

/** The arguments behind a command: flags in any place; behind `--` everything is a value. */
export function readOptions(args: readonly string[], allowed: readonly Flag[]): Options | Outcome {
  const values: string[] = [];
  let dryRun = false;
  let query: string | undefined;
  const rest = [...args];
  const isAllowed = (flag: Flag): boolean => allowed.includes(flag);
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    // Of the form of the answer; read where that is printed.
    if (arg === "--json") continue;
    if (arg === "--") values.push(...rest.splice(0));
    else if (arg === "--dry-run" && isAllowed("--dry-run")) dryRun = true;
    else if (arg.startsWith("--query=") && isAllowed("--query")) query = arg.slice("--query=".length);
    else if (arg === "--query" && isAllowed("--query")) {
      query = rest.shift();
      if (query === undefined) return problem(1, "--query needs a value");
    } else if (OPTION.test(arg)) return problem(1, `Unknown option: ${arg}`);
    else values.push(arg);
  }
  return { values, dryRun, query: query?.trim() === "" ? undefined : query };
}
