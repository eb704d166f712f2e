import { oneLine } from "../../conversation/index.ts";
import type { Usage } from "./usage.ts";

/** Why a session is saved, the most pressing first. */
export type Reason =
  | { readonly kind: "context"; readonly usage: Usage }
  | { readonly kind: "closing" }
  | { readonly kind: "idle"; readonly minutes: number }
  | { readonly kind: "command"; readonly command: string; readonly seconds: number };

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
    case "command":
      return `before \`${oneLine(reason.command, 80)}\`, expected to run ${Math.round(reason.seconds)} s`;
  }
}
