import type { Prepared } from "../prepare-distillation.ts";
import type { Summary } from "../summary/index.ts";

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
