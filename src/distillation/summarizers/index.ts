import type { Services } from "../../services.ts";
import { ModelSummarizer, type Summarizer } from "./model-summarizer.ts";
import { asksModel } from "./settings.ts";

export { modelCallShape, modelCalls } from "./call-log.ts";
export type { Summarizer } from "./model-summarizer.ts";

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
