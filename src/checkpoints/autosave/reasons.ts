import type { Usage } from "./context-usage.ts";

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
