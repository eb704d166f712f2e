import { join } from "node:path";
import { type Document, isMap, isNode, LineCounter, parseDocument } from "yaml";
import { ThroughlineError } from "../errors.ts";
import { readTextIfAny } from "../files.ts";
import { inOurWords } from "../input-words.ts";
import { at, fromEnvironment, isRecord, variableFor } from "./environment.ts";
import { type Config, configSchema, defaultConfig, settingsSchema } from "./schema.ts";

/** The configuration that a project keeps beside its code. */
export const PROJECT_FILE = "throughline.yaml";

interface Layer {
  readonly name: string;
  readonly settings: Record<string, unknown>;
  /** Where a setting stands, for an error that a person can act on. */
  readonly locate: (path: readonly PropertyKey[]) => string;
}

const refuse = (message: string, hint: string) => new ThroughlineError("bad_config", message, hint);

function lineOf(document: Document, lines: LineCounter, path: readonly PropertyKey[]): number {
  let node: unknown = document.contents;
  let line = 1;
  for (const key of path) {
    if (!isMap(node)) break;
    const pair = node.items.find((item) => String(item.key) === String(key));
    if (!pair) break;
    if (isNode(pair.key) && pair.key.range) line = lines.linePos(pair.key.range[0]).line;
    node = pair.value;
  }
  return line;
}

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
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const broken = document.errors[0];
  if (broken) {
    const { line } = lines.linePos(broken.pos[0]);
    throw refuse(`${path}:${line}: ${broken.message.split("\n")[0]}`, "Correct the YAML at that line.");
  }
  const value: unknown = document.toJS();
  if (value === null) return undefined;
  if (!isRecord(value))
    throw refuse(
      `${path}:1: the file must hold settings, one key a line`,
      "Write for example: continuity: { promptInterval: 10 }",
    );
  return {
    name: path,
    settings: withoutEmptySections(value),
    locate: (key) => `${path}:${lineOf(document, lines, key)}`,
  };
}

function merge(under: Record<string, unknown>, over: Record<string, unknown>): Record<string, unknown> {
  const merged = { ...under };
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key];
    merged[key] = isRecord(below) && isRecord(value) ? merge(below, value) : value;
  }
  return merged;
}

/** Each layer is checked alone, so that an error names the file and line it stands in. */
function check(layer: Layer): void {
  const result = settingsSchema.safeParse(layer.settings, { error: inOurWords });
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

/** All layers together; what is amiss between them is told of the one that has the last word. */
function together(layers: readonly Layer[]): Config {
  const result = configSchema.safeParse(layers.map((layer) => layer.settings).reduce(merge, {}), { error: inOurWords });
  if (result.success) return result.data;
  const [{ path, message } = { path: [], message: "it is refused" }] = result.error.issues;
  const where = layers.findLast(({ settings }) => at(settings, path) !== undefined)?.locate(path) ?? "config";
  throw refuse(
    `${where}: "${path.join(".")}": ${message}`,
    "Add what is missing; docs/configuration.md shows an example.",
  );
}

export interface ConfigSources {
  readonly homeConfig: string;
  readonly project?: string | undefined;
  readonly env?: NodeJS.ProcessEnv;
}

/** `throughline.yaml` of the project over the home's `config.yaml` over defaults; the environment over both. */
export async function loadConfig({ homeConfig, project, env = process.env }: ConfigSources): Promise<Config> {
  const files = [homeConfig, ...(project === undefined ? [] : [join(project, PROJECT_FILE)])];
  const layers = (await Promise.all(files.map(fileLayer))).filter((layer) => layer !== undefined);
  layers.push({
    name: "environment",
    settings: fromEnvironment(env),
    locate: (path) => `environment variable ${variableFor(path.map(String))}`,
  });
  for (const layer of layers) check(layer);
  return together(layers);
}
