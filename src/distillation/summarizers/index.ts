import type { Services } from "../../services.ts";
import { ModelSummarizer } from "./model-summarizer.ts";
import { asksModel } from "./settings.ts";
import type { Summarizer } from "./summarizer.ts";

export { modelCallShape, modelCalls } from "./call-log.ts";
export type { Summarizer } from "./summarizer.ts";

/** The extracted items in the speakers' own words, without a model. */
const extractive: Summarizer = {
  summarize: async ({ summary }) => ({ ...summary, summarizer: "extractive", model: null, cost: null, errors: [] }),
  hurry() {},
};

/** As the home's configuration says; a project's cannot send conversations anywhere. */
export function summarizerFor(services: Services, env: NodeJS.ProcessEnv = process.env): Summarizer {
  const { summarizer } = services.config;
  return asksModel(summarizer) ? new ModelSummarizer(services, summarizer, env) : extractive;
}
