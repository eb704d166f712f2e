import { resolve } from "node:path";
import { Argument, Command, Option } from "commander";
import { z } from "zod";
import { badInput, homeAt, homeDir } from "../core/index.ts";
import type { Operation } from "../operations/index.ts";
import { callOperation } from "./api.ts";
import { userPlace } from "./places.ts";
import { renderers } from "./render/index.ts";
import { legibleAnswer, print, printJson } from "./terminal.ts";

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
const isList = (field: z.ZodType): boolean =>
  field.safeParse(["text"]).success && !field.safeParse("text").success && !field.safeParse('["text"]').success;

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
  const mayMiss = absent.success || operation.cli?.inProject || operation.cli?.insteadWhen?.includes(name);
  return mayMiss ? option : option.makeOptionMandatory();
}

/** A command, the operation behind it, and those that are meant instead when certain words are given. */
interface Spoken {
  readonly operation: Operation;
  readonly others: readonly Operation[];
}

/** What the command knows by itself. */
const UNASKED = ["userHome", "env"];

const isAsked = ({ cli }: Operation, field: string): boolean => !(cli?.inUserPlace && UNASKED.includes(field));

const fieldsOf = (operation: Operation): string[] => Object.keys(operation.input.shape);
const positionalOf = ({ cli }: Operation): readonly string[] => cli?.positional ?? [];

/** The words of the command in their order; those that only another operation takes may be left out. */
function argumentsOf({ operation, others }: Spoken): Argument[] {
  const own = positionalOf(operation).map((field) => {
    const name = operation.cli?.each === field ? `${kebab(field)}...` : kebab(field);
    const mayMiss = operation.cli?.mayMiss?.includes(field);
    return new Argument(mayMiss ? `[${name}]` : `<${name}>`, wordsOf(fieldOf(operation, field)));
  });
  const more = others.flatMap((other) =>
    positionalOf(other)
      .filter((field) => !positionalOf(operation).includes(field))
      .map((field) => new Argument(`[${kebab(field)}]`, wordsOf(fieldOf(other, field)))),
  );
  return [...own, ...more];
}

function optionsOf({ operation, others }: Spoken): Option[] {
  const options = new Map<string, Option>();
  for (const one of [operation, ...others]) {
    for (const field of fieldsOf(one))
      if (isAsked(one, field) && !positionalOf(one).includes(field) && !options.has(field))
        options.set(field, optionFor(one, field));
    // A word that only says which operation is meant.
    for (const word of one.cli?.insteadWhen ?? [])
      if (!fieldsOf(one).includes(word)) options.set(word, new Option(`--${kebab(word)}`, one.summary));
  }
  return [...options.values()];
}

/** Everything that was given on the command line, by the names of the operations' fields. */
function inputOf(spoken: Spoken, words: readonly unknown[]): Record<string, unknown> {
  const { operation, others } = spoken;
  const names = [...new Set([operation, ...others].flatMap(positionalOf))];
  const options = z.record(z.string(), z.unknown()).parse(words[names.length]);
  const byPosition = names.map((field, at): [string, unknown] => [field, words[at]]);
  const byOption = [operation, ...others]
    .flatMap((one) => [...fieldsOf(one), ...(one.cli?.insteadWhen ?? [])])
    .filter((field) => !names.includes(field))
    .map((field): [string, unknown] => [field, options[camel(kebab(field))]]);
  return Object.fromEntries([...byPosition, ...byOption].filter(([, value]) => value !== undefined));
}

function meant({ operation, others }: Spoken, input: Readonly<Record<string, unknown>>): Operation {
  return others.find(({ cli }) => cli?.insteadWhen?.some((word) => input[word] !== undefined)) ?? operation;
}

/** An option that only another operation of the command takes: passed over in silence, it would seem to have been heeded. */
function assertHeeded(command: Command, asked: Operation, input: Readonly<Record<string, unknown>>): void {
  const heeded = [...fieldsOf(asked), ...(asked.cli?.insteadWhen ?? [])];
  const given = (field: string) => command.getOptionValueSource(camel(kebab(field))) === "cli";
  const unheeded = Object.keys(input).find((field) => given(field) && !heeded.includes(field));
  if (unheeded !== undefined)
    throw badInput(`--${kebab(unheeded)}: it means nothing in this form of the command`, "See the command's --help.");
}

/** What belongs to an agent, or holds everywhere, belongs to no project, wherever it is asked for. */
const OWNERS = ["project", "agent", "everywhere"];

async function call(operation: Operation, input: Readonly<Record<string, unknown>>): Promise<unknown> {
  const known = fieldsOf(operation);
  const own = Object.fromEntries(Object.entries(input).filter(([field]) => known.includes(field)));
  for (const field of positionalOf(operation))
    if (own[field] === "" && !fieldOf(operation, field).safeParse("").success)
      throw badInput(`${kebab(field)}: it is empty`, "See the command's --help for what it takes.");
  if (operation.cli?.inProject && OWNERS.every((field) => own[field] === undefined)) own.project = process.cwd();
  if (operation.cli?.inUserPlace) Object.assign(own, userPlace());
  // The daemon has another working directory: what a path is relative to is known only here.
  if (typeof own.project === "string" && own.project !== "") own.project = resolve(own.project);
  return callOperation(homeAt(homeDir()), operation, own);
}

/** One answer, or one for each of the words that may be given several times. */
async function answersTo(operation: Operation, input: Readonly<Record<string, unknown>>): Promise<unknown[]> {
  const { each } = operation.cli ?? {};
  const several = each === undefined ? undefined : input[each];
  if (each === undefined || !Array.isArray(several)) return [await call(operation, input)];
  const answers: unknown[] = [];
  for (const one of several) answers.push(await call(operation, { ...input, [each]: one }));
  return answers;
}

/** The command of an operation: its arguments, options and help come from the operation's own input. */
export function operationCommand(name: string, operation: Operation, others: readonly Operation[] = []): Command {
  const spoken = { operation, others };
  const command = new Command(name)
    .description(sentence(operation.summary))
    .option("--json", "print the answer as JSON");
  for (const argument of argumentsOf(spoken)) command.addArgument(argument);
  for (const option of optionsOf(spoken)) command.addOption(option);
  return command.action(async (...words: unknown[]) => {
    const input = inputOf(spoken, words);
    const asked = meant(spoken, input);
    assertHeeded(command, asked, input);
    const answers = await answersTo(asked, input);
    const render = renderers[asked.name];
    if (command.opts().json || !render) printJson(answers.length === 1 ? answers[0] : answers);
    else print(answers.map((answer) => render(legibleAnswer(answer), input)).join("\n"));
    if (answers.some((answer) => asked.cli?.fails?.(answer))) process.exitCode = 1;
  });
}

const camel = (name: string): string => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
