import { resolve } from "node:path";
import { Argument, Command, Option } from "commander";
import { z } from "zod";
import { badInput, homeAt, homeDir } from "../core/index.ts";
import type { Operation } from "../operations/index.ts";
import { callOperation } from "./api.ts";
import { yesOrNo } from "./confirm.ts";
import { userPlace } from "./connection.ts";
import { errorWithOptionNames, kebab, withOptionNames } from "./field-names.ts";
import { renderers } from "./render/index.ts";
import { type Asked, sentence } from "./render/words.ts";
import { warnOfSettings } from "./settings.ts";
import { legibleAnswer, print, printError, printJson } from "./terminal.ts";

const fieldOf = (operation: Operation, name: string): z.ZodType => {
  const field: unknown = operation.input.shape[name];
  return field instanceof z.ZodType ? field : z.unknown();
};

/** Unwraps an optional field: its description may be on either. */
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

/** A boolean is a switch; a coerced number, which also accepts `true`, is not. */
const isSwitch = (field: z.ZodType): boolean => field.safeParse(true).data === true && !field.safeParse("text").success;
const takesList = (field: z.ZodType): boolean => field.safeParse(["text"]).success;
const isList = (field: z.ZodType): boolean =>
  takesList(field) && !field.safeParse("text").success && !field.safeParse('["text"]').success;

function optionFor(operation: Operation, name: string, everyForm: readonly Operation[]): Option {
  const field = fieldOf(operation, name);
  const flag = `--${kebab(name)}`;
  const isNeeded =
    !field.safeParse(undefined).success &&
    name !== "project" &&
    operation.cli?.inProject === true &&
    operation.cli.insteadWhen === undefined;
  const described = `${withOptionNames(everyForm, wordsOf(field))}${isNeeded ? " (required)" : ""}`;
  if (isSwitch(field)) return new Option(flag, described);
  if (isList(field)) return new Option(`${flag} <text...>`, described);
  const option = new Option(`${flag} <value>`, described);
  const choices = choicesOf(field);
  if (choices) option.choices(choices);
  const absent = field.safeParse(undefined);
  if (absent.data !== undefined) option.default(absent.data);
  return option;
}

const isMandatory = (operation: Operation, name: string): boolean => {
  const field = fieldOf(operation, name);
  if (isSwitch(field) || isList(field)) return false;
  return !field.safeParse(undefined).success && !operation.cli?.inProject;
};

/** A command, its operation, and the operations that certain options select instead. */
interface CommandOperations {
  readonly operation: Operation;
  readonly others: readonly Operation[];
}

/** Fields that the command fills in. */
const FILLED_IN = ["userHome", "env"];

const isAsked = ({ cli }: Operation, field: string): boolean =>
  !(cli?.inUserPlace && FILLED_IN.includes(field)) && cli?.alias?.[field] === undefined && cli?.asks !== field;

const fieldsOf = (operation: Operation): string[] => Object.keys(operation.input.shape);
const positionalOf = ({ cli }: Operation): readonly string[] => cli?.positional ?? [];

/** The arguments in order; those that only another operation takes are optional. */
function argumentsOf({ operation, others }: CommandOperations): Argument[] {
  const own = positionalOf(operation).map((field) => {
    const isSeveral = operation.cli?.each === field || takesList(fieldOf(operation, field));
    const name = isSeveral ? `${kebab(field)}...` : kebab(field);
    const mayMiss = operation.cli?.mayMiss?.includes(field);
    const described = withOptionNames([operation, ...others], wordsOf(fieldOf(operation, field)));
    return new Argument(mayMiss ? `[${name}]` : `<${name}>`, described);
  });
  const more = others.flatMap((other) =>
    positionalOf(other)
      .filter((field) => !positionalOf(operation).includes(field))
      .map((field) => new Argument(`[${kebab(field)}]`, wordsOf(fieldOf(other, field)))),
  );
  return [...own, ...more];
}

function optionsOf({ operation, others }: CommandOperations): Option[] {
  const options = new Map<string, Option>();
  const everyForm = [operation, ...others];
  for (const one of everyForm) {
    for (const field of fieldsOf(one))
      if (isAsked(one, field) && !positionalOf(one).includes(field) && !options.has(field))
        // Only required in another form of the command, which checks it.
        options.set(
          field,
          optionFor(one, field, everyForm).makeOptionMandatory(one === operation && isMandatory(one, field)),
        );
    // A flag that only selects the operation.
    for (const word of one.cli?.insteadWhen ?? [])
      if (!fieldsOf(one).includes(word)) options.set(word, new Option(`--${kebab(word)}`, one.summary));
  }
  if (operation.cli?.asks !== undefined) options.set("yes", new Option("--yes", "answer yes without asking"));
  return [...options.values()];
}

/** Everything on the command line, by field name. */
function inputOf(forms: CommandOperations, words: readonly unknown[]): Record<string, unknown> {
  const { operation, others } = forms;
  const names = [...new Set([operation, ...others].flatMap(positionalOf))];
  const options = z.record(z.string(), z.unknown()).parse(words[names.length]);
  const byPosition = names.map((field, at): [string, unknown] => [field, words[at]]);
  const byOption = [operation, ...others]
    .flatMap((one) => [...fieldsOf(one), ...(one.cli?.insteadWhen ?? [])])
    .concat("yes")
    .filter((field) => !names.includes(field))
    .map((field): [string, unknown] => [field, options[camel(kebab(field))]]);
  return Object.fromEntries([...byPosition, ...byOption].filter(([, value]) => value !== undefined));
}

/** Refuses options that only another operation of the command takes, instead of ignoring them. */
function assertNoUnusedInput(
  command: Command,
  { operation }: CommandOperations,
  asked: Operation,
  input: Readonly<Record<string, unknown>>,
): void {
  const used = [
    ...fieldsOf(asked),
    ...Object.values(asked.cli?.alias ?? {}),
    ...(asked.cli?.insteadWhen ?? []),
    ...(asked.cli?.asks === undefined ? [] : ["yes"]),
  ];
  const given = (field: string) => command.getOptionValueSource(camel(kebab(field))) === "cli";
  const unusedOption = Object.keys(input).find((field) => given(field) && !used.includes(field));
  if (unusedOption !== undefined)
    throw badInput(`--${kebab(unusedOption)} has no effect in this form of the command`, "See the command's --help.");
  const word = positionalOf(operation).find((field) => input[field] !== undefined && !used.includes(field));
  const instead = asked.cli?.insteadWhen?.find((field) => input[field] !== undefined);
  if (word !== undefined && instead !== undefined)
    throw badInput(
      `a ${kebab(word)} and --${kebab(instead)} cannot be combined`,
      `With --${kebab(instead)} the command would ${asked.summary}. Leave out one of them.`,
    );
}

const isBlank = (value: unknown): boolean => typeof value === "string" && value.trim() === "";

/** With one of these fields, the working directory is not used as the project. */
const OWNERS = ["project", "agent", "everywhere"];

async function call(operation: Operation, input: Readonly<Record<string, unknown>>): Promise<unknown> {
  const known = fieldsOf(operation);
  const own = Object.fromEntries(Object.entries(input).filter(([field]) => known.includes(field)));
  for (const [field, word] of Object.entries(operation.cli?.alias ?? {})) own[field] = input[word];
  for (const field of positionalOf(operation))
    if (isBlank(own[field]) && !fieldOf(operation, field).safeParse(own[field]).success)
      throw badInput(
        `${kebab(field)}: it is empty`,
        `\`throughline ${operation.cli?.command} --help\` shows what it takes.`,
      );
  if (operation.cli?.inProject && OWNERS.every((field) => own[field] === undefined)) own.project = process.cwd();
  if (operation.cli?.inUserPlace) Object.assign(own, userPlace());
  // The daemon has another working directory, so paths are resolved here.
  const here = (path: unknown) => (typeof path === "string" && path !== "" ? resolve(path) : path);
  const { paths = [], pathsOrNumbers = [] } = operation.cli ?? {};
  const isNumber = (field: string) => pathsOrNumbers.includes(field) && /^\d+$/.test(String(own[field]));
  for (const field of new Set(["project", ...paths, ...pathsOrNumbers])) {
    const value = own[field];
    if (value !== undefined && !isNumber(field)) own[field] = Array.isArray(value) ? value.map(here) : here(value);
  }
  if (operation.cli?.warnsOfSettings && typeof own.project === "string") await warnOfSettings(own.project);
  try {
    return await callOperation(homeAt(homeDir()), operation, own);
  } catch (error) {
    throw errorWithOptionNames([operation], error);
  }
}

/** One answer, or one for each value of the repeatable argument. */
async function callForEach(operation: Operation, input: Readonly<Record<string, unknown>>): Promise<unknown[]> {
  const { each } = operation.cli ?? {};
  const several = each === undefined ? undefined : input[each];
  if (each === undefined || !Array.isArray(several)) return [await call(operation, input)];
  const answers: unknown[] = [];
  for (const one of several) answers.push(await call(operation, { ...input, [each]: one }));
  return answers;
}

/** Arguments that only this form requires: commander cannot check them. */
function assertNothingMissing(command: Command, asked: Operation, input: Readonly<Record<string, unknown>>): void {
  const fields = [...positionalOf(asked), ...Object.keys(asked.cli?.alias ?? {})];
  const wordFor = (field: string) => asked.cli?.alias?.[field] ?? field;
  const missing = fields.find(
    (field) => input[wordFor(field)] === undefined && !fieldOf(asked, field).safeParse(undefined).success,
  );
  if (missing !== undefined) command.error(`error: missing required argument '${kebab(wordFor(missing))}'`);
}

/** An operation that asks a question is called again with the person's answer, if there is one. */
async function callWithQuestion(operation: Operation, input: Asked, field: string, show: (answer: unknown) => void) {
  const question = await call(operation, input);
  if (input.yes !== true) show(question);
  const isYes = input.yes === true || (await yesOrNo());
  if (isYes === undefined) return undefined;
  // Confirms what was shown, even if something newer has come since.
  const { name } = z.looseObject({ name: z.unknown() }).parse(question);
  return call(operation, { ...input, name, [field]: isYes });
}

/** The command of an operation: arguments, options and help come from the operation's input. */
export function operationCommand(name: string, operation: Operation, others: readonly Operation[] = []): Command {
  const forms = { operation, others };
  const command = new Command(name)
    .description(sentence(operation.summary))
    .option("--json", "print the answer as JSON");
  for (const argument of argumentsOf(forms)) command.addArgument(argument);
  for (const option of optionsOf(forms)) command.addOption(option);
  return command.action(async (...words: unknown[]) => {
    const input = inputOf(forms, words);
    const isChosen = ({ cli }: Operation) => cli?.insteadWhen?.some((word) => input[word] !== undefined);
    const asked = others.find(isChosen) ?? operation;
    assertNoUnusedInput(command, forms, asked, input);
    assertNothingMissing(command, asked, input);
    const render = renderers[asked.name];
    const shown = (answer: unknown) => render?.(asked.output.parse(legibleAnswer(answer)), input) ?? "";
    const fails = (answer: unknown) => asked.cli?.fails?.(asked.output.parse(answer)) ?? false;
    const { json } = command.opts();
    const { asks } = asked.cli ?? {};
    if (asks !== undefined) {
      // The question is for people only: programs get a single JSON object.
      const show = (answer: unknown) => (json ? printError(shown(answer)) : print(shown(answer)));
      const answer = await callWithQuestion(asked, input, asks, show);
      if (answer === undefined) {
        printError("No answer: nothing was changed.");
        process.exitCode = 1;
      } else if (json) printJson(answer);
      else print(shown(answer));
      return;
    }
    const answers = await callForEach(asked, input);
    if (json || !render) printJson(answers.length === 1 ? answers[0] : answers);
    else print(answers.map(shown).join("\n"));
    if (answers.some(fails)) process.exitCode = 1;
  });
}

const camel = (name: string): string => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
