import type { Ambient } from "../../ambient.ts";
import { extractive } from "./extractive.ts";
import { ModelSummarizer } from "./model.ts";
import { asksModel } from "./settings.ts";
import type { Summarizer } from "./summarizer.ts";

export type { Summarizer } from "./summarizer.ts";

/** As the home's configuration says; a project's cannot send conversations anywhere. */
export function summarizerFor(ambient: Ambient, env: NodeJS.ProcessEnv = process.env): Summarizer {
  const { summarizer } = ambient.config;
  return asksModel(summarizer) ? new ModelSummarizer(ambient, summarizer, env) : extractive;
}
