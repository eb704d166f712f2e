import type { MessageRecord } from "../../store/index.ts";

export const ITEM_KINDS = [
  "goal",
  "decision",
  "fact",
  "open_item",
  "state",
  "file",
  "command",
  "correction",
  "failed",
  "constraint",
  "preference",
  "promise",
  "register",
] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

/** Something of a conversation that is worth keeping when its messages leave the thread. */
export interface Item {
  readonly kind: ItemKind;
  /** One line, in the speaker's own words. */
  readonly text: string;
  /** The messages that say so, oldest first. */
  readonly cites: readonly string[];
  /** Set for the agent's own words; the others are the user's, or actions. */
  readonly by?: "agent" | undefined;
  /** The time of its last message. */
  readonly at: string;
  readonly seq: number;
  /** Its importance, 0 to 1. */
  readonly weight: number;
}

export type ExtractedFrom = Pick<
  MessageRecord,
  "id" | "seq" | "role" | "kind" | "content" | "createdAt" | "toolName" | "toolUseId" | "isError"
>;
