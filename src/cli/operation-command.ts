import { Argument, Command, Option } from "commander";
import { z } from "zod";
import { badInput, homeAt, homeDir } from "../core/index.ts";
import type { Operation } from "../operations/index.ts";
import { callOperation } from "./api.ts";
import { renderers } from "./render/index.ts";
import { print, printJson } from "./terminal.ts";

const kebab = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, "$1-$2")
    .replaceAll("_", "-")
    .toLowerCase();

const fieldOf = (operation: Operation, name: string): z.ZodType => {
  const field: unknown = operation.input.shape[name];
  return field instanceof z.ZodType ? field : z.unknown();
};

/** A field that may be left out, and the type inside it: what is said of one holds for both. */
function layersOf(field: z.ZodType): z.ZodType[] {
  const inner = field instanceof z.ZodOptional || field instanceof z.ZodDefault ? field.unwrap() : undefined;
  return inner instanceof z.ZodType ? [field, ...layersOf(inner)] : [field];
}

function wordsOf(field: z.ZodType): string {
  const words = layersOf(field).find((one) => one.description)?.description ?? "";
  return `${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}

const choicesOf = (field: z.ZodType): string[] | undefined =>
  layersOf(field)
    .find((one) => one instanceof z.ZodEnum)
    ?.options.map(String);

/** A boolean is a switch; a number that reads `true` as 1 is none. */
const isSwitch = (field: z.ZodType): boolean => field.safeParse(true).data === true && !field.safeParse("text").success;
const isList = (field: z.ZodType): boolean => field.safeParse(["text"]).success && !field.safeParse("text").success;

function optionFor(operation: Operation, name: string): Option {
  const field = fieldOf(operation, name);
  const flag = `--${kebab(name)}`;
  const described = wordsOf(field);
  if (isSwitch(field)) return new Option(flag, described);
  if (isList(field)) return new Option(`${flag} <text...>`, described);
  const option = new Option(`${flag} <value>`, described);
  const choices = choicesOf(field);
  if (choices) option.choices(choices);
  const absent = field.safeParse(undefined);
  if (absent.data !== undefined) option.default(absent.data);
  return absent.success || operation.cli?.inProject ? option : option.makeOptionMandatory();
}

/** The command of an operation: its arguments, options and help come from the operation's own input. */
export function operationCommand(operation: Operation, name: string): Command {
  const positional = operation.cli?.positional ?? [];
  const command = new Command(name)
    .description(sentence(operation.summary))
    .option("--json", "print the answer as JSON");
  for (const field of positional)
    command.addArgument(new Argument(`<${kebab(field)}>`, wordsOf(fieldOf(operation, field))));
  const optional = Object.keys(operation.input.shape).filter((field) => !positional.includes(field));
  for (const field of optional) command.addOption(optionFor(operation, field));
  return command.action(async (...given: unknown[]) => {
    const options = z.record(z.string(), z.unknown()).parse(given[positional.length]);
    const byPosition = positional.map((field, at): [string, unknown] => [field, given[at]]);
    for (const [field, value] of byPosition) {
      if (value === "") throw badInput(`${kebab(field)}: it is empty`, "See the command's --help for what it takes.");
    }
    const byOption = optional.map((field): [string, unknown] => [field, options[camel(kebab(field))]]);
    const input = Object.fromEntries([...byPosition, ...byOption].filter(([, value]) => value !== undefined));
    if (operation.cli?.inProject && input.project === undefined) input.project = process.cwd();
    const answer = await callOperation(homeAt(homeDir()), operation, input);
    const render = renderers[operation.name];
    if (options.json || !render) printJson(answer);
    else print(render(answer));
    if (operation.name === "checkpoints.verify" && JSON.stringify(answer).includes('"ok":false')) process.exitCode = 1;
  });
}

const camel = (name: string): string => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
