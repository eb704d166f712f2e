import type { Config } from "../../core/index.ts";

/** The configuration of a summarizer that asks a model. */
export type ModelSettings = Config["summarizer"] & {
  readonly provider: "anthropic" | "openai-compatible";
  readonly model: string;
};

export const asksModel = (settings: Config["summarizer"]): settings is ModelSettings =>
  settings.provider !== "extractive" && settings.model !== undefined;

const KEYS = { anthropic: "ANTHROPIC_API_KEY", "openai-compatible": "OPENAI_API_KEY" };

export type Key = { readonly value: string | undefined } | { readonly missing: string };

/** Servers that speak OpenAI's language often need no key: one must be there only where it was named. */
export function keyOf({ provider, keyEnv }: ModelSettings, env: NodeJS.ProcessEnv): Key {
  const name = keyEnv ?? KEYS[provider];
  // A line end comes along easily where a key is read from a file, and no header may hold one.
  const value = env[name]?.trim() || undefined;
  const needed = keyEnv !== undefined || provider === "anthropic";
  return value === undefined && needed ? { missing: name } : { value };
}
