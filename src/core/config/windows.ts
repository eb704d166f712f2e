import type { Config } from "./schema.ts";

const DEFAULT_WINDOW = 200_000;

const matches = (pattern: string, model: string): boolean =>
  pattern.includes("*") &&
  new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*")}$`).test(model);

/** How much a model can hold: by its name, else by the first pattern (`name-*`) that fits it, else the default. */
export function windowOf(models: Config["models"], model: string | null | undefined): number {
  const named = models[model ?? ""] ?? Object.entries(models).find(([pattern]) => matches(pattern, model ?? ""))?.[1];
  return (named ?? models.default)?.contextWindow ?? DEFAULT_WINDOW;
}
