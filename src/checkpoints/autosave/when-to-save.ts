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

const FAREWELLS = new Set(["goodnight", "晚安", "logout", "exit", "明天见"]);
const AROUND = /^[\s\p{P}\p{S}]+|[\s\p{P}\p{S}]+$/gu;

/** Whether a message is a farewell and nothing else: inside a sentence, `exit` may be what is worked on. */
export const isFarewell = (message: string): boolean => FAREWELLS.has(message.replace(AROUND, "").toLowerCase());

/** Why a session is saved, the most urgent first. */
export type Reason =
  | { readonly kind: "context"; readonly usage: Usage }
  | { readonly kind: "closing" }
  | { readonly kind: "idle"; readonly minutes: number }
  | { readonly kind: "turn" };

const grouped = (number: number): string => number.toLocaleString("en-US");

export function reasonText(reason: Reason): string {
  switch (reason.kind) {
    case "context": {
      const { percent, usedTokens, contextWindow } = reason.usage;
      return `context at ${Math.floor(percent)} % (${grouped(usedTokens)} of ${grouped(contextWindow)} tokens)`;
    }
    case "closing":
      return "the user said good-bye";
    case "idle":
      return `idle for ${reason.minutes} minutes with work open`;
    case "turn":
      return "the end of a turn that changed something";
  }
}
