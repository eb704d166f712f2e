import type { Prepared } from "../prepare.ts";
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

/** Writes the summary of a range from what was extracted of it. Never fails: the extractive summary is always there. */
export interface Summarizer {
  summarize(prepared: Prepared): Promise<Summarized>;
  /** Lets go of whatever is being waited for: somebody is closing. */
  hurry(): void;
}
