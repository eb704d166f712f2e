import { join } from "node:path";
import { ThroughlineError } from "../errors.ts";
import { readTextIfAny } from "../files.ts";
import { inputErrorText } from "../input-errors.ts";
import { type Config, configSchema, defaultConfig, settingsSchema } from "./default-settings.ts";
import { at, fromEnvironment, isRecord, variableFor } from "./environment.ts";
import { LOA_FILE, loaSettings } from "./loa.ts";

/** The configuration file of a project. */
export const PROJECT_FILE = "throughline.yaml";

interface Layer {
  readonly name: string;
  readonly settings: Record<string, unknown>;
  /** The file and line of a setting, for an error that a person can act on. */
  readonly locate: (path: readonly PropertyKey[]) => string;
}

const refuse = (message: string, hint: string) => new ThroughlineError("bad_config", message, hint);

/** A section whose lines are all commented out reads as null: it changes nothing. */
function withoutEmptySections(
  settings: Record<string, unknown>,
  known: unknown = defaultConfig,
): Record<string, unknown> {
  const entries = Object.entries(settings).flatMap(([key, value]): [string, unknown][] => {
    const inner = isRecord(known) ? known[key] : undefined;
    if (!isRecord(inner)) return [[key, value]];
    if (value === null) return [];
    return [[key, isRecord(value) ? withoutEmptySections(value, inner) : value]];
  });
  return Object.fromEntries(entries);
}

async function fileLayer(path: string): Promise<Layer | undefined> {
  const text = await readTextIfAny(path);
  if (text === undefined) return undefined;
  // Most projects have no such file, so the parser is loaded only when needed.
  const { readSettings } = await import("./yaml-file.ts");
  const { settings, locate } = readSettings(text, path);
  return { name: path, settings: withoutEmptySections(settings), locate };
}

function merge(under: Record<string, unknown>, over: Record<string, unknown>): Record<string, unknown> {
  const merged = { ...under };
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key];
    merged[key] = isRecord(below) && isRecord(value) ? merge(below, value) : value;
  }
  return merged;
}

/** Each layer is checked alone, so that an error names its file and line. */
function check(layer: Layer): void {
  const result = settingsSchema.safeParse(layer.settings, { error: inputErrorText });
  const issue = result.error?.issues[0];
  if (!issue) return;
  const unknownKey = issue.code === "unrecognized_keys" ? issue.keys[0] : undefined;
  const path = unknownKey === undefined ? issue.path : [...issue.path, unknownKey];
  const key = path.join(".");
  if (unknownKey !== undefined)
    throw refuse(
      `${layer.locate(path)}: unknown setting "${key}"`,
      "Remove it, or see docs/configuration.md for the settings there are.",
    );
  throw refuse(
    `${layer.locate(path)}: "${key}": ${issue.message}`,
    "Correct the value; docs/configuration.md lists each setting with its default.",
  );
}

/** All layers together; an error between them is reported for the one with the highest priority. */
function together(layers: readonly Layer[]): Config {
  const result = configSchema.safeParse(layers.map((layer) => layer.settings).reduce(merge, {}), {
    error: inputErrorText,
  });
  if (result.success) return result.data;
  const [{ path, message } = { path: [], message: "it is refused" }] = result.error.issues;
  const where = layers.findLast(({ settings }) => at(settings, path) !== undefined)?.locate(path) ?? "config";
  throw refuse(
    `${where}: "${path.join(".")}": ${message}`,
    "Add what is missing; docs/configuration.md shows an example.",
  );
}

/** The settings of a Loa project's own file, overridden by those in ours. */
async function loaLayer(project: string): Promise<Layer> {
  const name = join(project, LOA_FILE);
  return { name, settings: await loaSettings(project), locate: () => name };
}

export interface ConfigSources {
  readonly homeConfig: string;
  readonly project?: string | undefined;
  readonly env?: NodeJS.ProcessEnv;
}

/** `throughline.yaml` of the project over the home's `config.yaml` over defaults; the environment over both. */
export async function loadConfig({ homeConfig, project, env = process.env }: ConfigSources): Promise<Config> {
  const environment: Layer = {
    name: "environment",
    settings: fromEnvironment(env),
    locate: (path) => `environment variable ${variableFor(path.map(String))}`,
  };
  const [ofHome, ofProject] = await Promise.all([
    fileLayer(homeConfig),
    project === undefined ? undefined : fileLayer(join(project, PROJECT_FILE)),
  ]);
  const layers = [ofHome, ofProject, environment].filter((layer) => layer !== undefined);
  for (const layer of layers) check(layer);
  const isLoa = layers.findLast(({ settings }) => settings.layout !== undefined)?.settings.layout === "loa";
  const ofLoa = isLoa && project !== undefined ? await loaLayer(project) : undefined;
  return together([ofHome, ofLoa, ofProject, environment].filter((layer) => layer !== undefined));
}
