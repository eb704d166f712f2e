import { messageOf } from "../../core/index.ts";
import type { Services } from "../../services.ts";
import type { Prepared } from "../prepare-distillation.ts";
import { layOut, type Summary } from "../summary/index.ts";
import { call } from "./model-calls.ts";
import { linesOf } from "./parse-answer.ts";
import { promptFor } from "./prompt.ts";
import type { ModelSettings } from "./settings.ts";

/** The summary that goes into the thread, and who wrote it. */
export interface Summarized extends Summary {
  readonly summarizer: "extractive" | "anthropic" | "openai-compatible";
  /** The model that was called and what that cost, also where its answer was of no use. */
  readonly model: string | null;
  /** Nothing where no price is configured. */
  readonly cost: number | null;
  readonly errors: readonly string[];
}

/** Writes the summary of a range from its extracted items. Never fails: the extractive summary is the fallback. */
export interface Summarizer {
  summarize(prepared: Prepared): Promise<Summarized>;
  /** Stops waiting for a model: Throughline is closing. */
  hurry(): void;
}

/** Why a model's answer is not used, and what it cost. */
interface Useless {
  readonly why: string;
  readonly paid?: { readonly cost: number | null };
}

/** Has a model write the narrative, from the same extraction; where that fails, the extractive summary is used. */
export class ModelSummarizer implements Summarizer {
  readonly #closing = new AbortController();

  readonly #services: Services;
  readonly #settings: ModelSettings;
  readonly #env: NodeJS.ProcessEnv;

  constructor(services: Services, settings: ModelSettings, env: NodeJS.ProcessEnv) {
    this.#services = services;
    this.#settings = settings;
    this.#env = env;
  }

  hurry(): void {
    this.#closing.abort();
  }

  async summarize(prepared: Prepared): Promise<Summarized> {
    const written = await this.#write(prepared).catch((error): Useless => ({ why: messageOf(error) }));
    if ("text" in written) return written;
    const error = `the model did not write the summary: ${written.why}`;
    this.#services.log.warn({ sessionId: prepared.session.id }, error);
    return {
      ...prepared.summary,
      summarizer: "extractive",
      model: written.paid ? this.#settings.model : null,
      cost: written.paid?.cost ?? null,
      errors: [error],
    };
  }

  async #write(prepared: Prepared): Promise<Summarized | Useless> {
    const { provider, model, maxOutputTokens } = this.#settings;
    const range = prepared.covered;
    const { prompt, items } = promptFor(prepared, range);
    const limits = { closing: this.#closing.signal, env: this.#env };
    const result = await call(this.#services, this.#settings, prompt, limits);
    if (result.is === "not made") return { why: result.why };
    const { cost } = result;
    if (result.is === "failed") return { why: result.why, paid: { cost } };
    const cutOff = `its answer was cut off at ${maxOutputTokens} tokens (summarizer.maxOutputTokens)`;
    if (result.answer.isCut) return { why: cutOff, paid: { cost } };
    const lines = linesOf(result.answer.text, new Set(items.flatMap(({ cites }) => cites)));
    const page = layOut(lines, range, prepared.budgetTokens);
    if (page.lines.length === 0)
      return { why: "no line of its answer cites a message that it was shown", paid: { cost } };
    // The next distillation continues from the extracted items, not from the model's text.
    const { kept } = prepared.summary;
    return { text: page.text, kept, summarizer: provider, model, cost, errors: [] };
  }
}
