import { type Config, configSchema } from "./schema.ts";

const STRICT = /^[^#\n]*\benforcement["']?\s*:\s*["']?strict\b/mu;
const LAYOUT = /^\s*\{?\s*["']?layout["']?\s*:\s*["']?(\w+)/mu;

const layouts = configSchema.shape.layout;

/**
 * The home's settings with what is certain in a refused file: that its project is strict, and where its ledgers are. A
 * typing mistake must neither loosen the first nor create a second set of ledger files.
 */
export function salvaged(home: Config, text: string): Config {
  const layout = layouts.safeParse(LAYOUT.exec(text)?.[1]);
  return {
    ...home,
    ...(LAYOUT.test(text) && layout.success && { layout: layout.data }),
    ...(STRICT.test(text) && { grounding: { ...home.grounding, enforcement: "strict" } }),
  };
}
