import { ThroughlineError } from "../core/index.ts";
import type { Operation } from "../operations/index.ts";

/** `userInput` as it is written on the command line, after `--`. */
export const kebab = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, "$1-$2")
    .replaceAll("_", "-")
    .toLowerCase();

/** The field as an option or argument of the command; undefined if it has no such field. */
function nameOf(operations: readonly Operation[], field: string): string | undefined {
  const operation = operations.find(({ input }) => field in input.shape);
  if (!operation) return undefined;
  const { positional = [], alias = {} } = operation.cli ?? {};
  const argument = positional.includes(field) ? field : alias[field];
  return argument === undefined ? `--${kebab(field)}` : kebab(argument);
}

/** Operations name their fields as in the API; a person at a command line has options and arguments. */
export const withOptionNames = (operations: readonly Operation[], text: string): string =>
  text
    .replace(/`(\w+)`/g, (whole, field: string) => {
      const name = nameOf(operations, field);
      return name === undefined ? whole : `\`${name}\``;
    })
    .replace(/^(\w+)(?=: )/, (field) => nameOf(operations, field) ?? field);

/** The same for an error of the operation. */
export function errorWithOptionNames(operations: readonly Operation[], error: unknown): unknown {
  if (!(error instanceof ThroughlineError)) return error;
  const { code, message, hint } = error;
  const named = (text: string) => withOptionNames(operations, text);
  return new ThroughlineError(code, named(message), hint && named(hint), { cause: error });
}
