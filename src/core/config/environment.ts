import { defaultConfig } from "./default-settings.ts";

type Path = readonly string[];

function leaves(value: unknown, at: Path = []): Path[] {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return [at];
  return Object.entries(value).flatMap(([key, field]) => leaves(field, [...at, key]));
}

const OPTIONAL_NUMBERS: Path[] = [
  ["summarizer", "price", "inputPerMillion"],
  ["summarizer", "price", "outputPerMillion"],
];
const OPTIONAL_LEAVES: Path[] = [
  ["summarizer", "model"],
  ["summarizer", "baseUrl"],
  ["summarizer", "keyEnv"],
  ...OPTIONAL_NUMBERS,
];

/** `continuity.promptInterval` is `THROUGHLINE_CONTINUITY_PROMPT_INTERVAL`. */
export function variableFor(path: Path): string {
  const words = path.map((key) => key.replace(/([a-z\d])([A-Z])/g, "$1_$2").toUpperCase());
  return `THROUGHLINE_${words.join("_")}`;
}

const PATHS: Path[] = [
  ...leaves({ ...defaultConfig, models: undefined, webhooks: undefined }),
  ...OPTIONAL_LEAVES,
].filter(([key]) => key !== "models" && key !== "webhooks");

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** The setting decides how the text is read: `true` may be a command, and a model may be called `4`. */
function settingFrom(text: string, path: Path): unknown {
  if (Array.isArray(at(defaultConfig, path))) return text.split(",").map((one) => one.trim());
  const kind = typeof at(defaultConfig, path);
  if (kind === "boolean") return text === "true" ? true : text === "false" ? false : text;
  const isNumber = kind === "number" || OPTIONAL_NUMBERS.includes(path);
  return isNumber && NUMBER.test(text.trim()) ? Number(text) : text;
}

export const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inner, key) => (isRecord(inner) ? inner[String(key)] : undefined), value);

/** The settings in the environment, as a partial config that overrides the files. */
export function fromEnvironment(env: NodeJS.ProcessEnv): Record<string, unknown> {
  const settings: Record<string, unknown> = {};
  for (const path of PATHS) {
    const text = env[variableFor(path)];
    if (text === undefined || text === "") continue;
    let section = settings;
    for (const key of path.slice(0, -1)) {
      const inner = section[key];
      const next: Record<string, unknown> = isRecord(inner) ? inner : {};
      section[key] = next;
      section = next;
    }
    section[path.at(-1) ?? ""] = settingFrom(text, path);
  }
  return settings;
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value);
