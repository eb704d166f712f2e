import { type Config, windowOf } from "../../core/index.ts";
import type { SessionRecord } from "../../store/index.ts";

/** How full a session's context is: as its client reported it, else as it was counted. */
export interface Usage {
  readonly usedTokens: number;
  readonly contextWindow: number;
  readonly percent: number;
}

type Measured = Pick<SessionRecord, "lastInputTokens" | "contextTokens" | "model">;

export function usageOf({ lastInputTokens, contextTokens, model }: Measured, models: Config["models"]): Usage {
  const usedTokens = lastInputTokens || contextTokens;
  const contextWindow = windowOf(models, model);
  return { usedTokens, contextWindow, percent: (100 * usedTokens) / contextWindow };
}
