import { z } from "zod";
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

const storedItem = z.object({
  kind: z.enum(ITEM_KINDS),
  /** One line, in the speaker's own words. */
  text: z.string(),
  /** The messages that say so, oldest first. */
  cites: z.array(z.string()).min(1).readonly(),
  /** Set for the agent's own words; the others are the user's, or actions. */
  by: z.literal("agent").optional(),
  /** The time of its last message. */
  at: z.string(),
  seq: z.number(),
  /** Its importance, 0 to 1. */
  weight: z.number(),
});

/** Something of a conversation that is worth keeping when its messages leave the thread. */
export type Item = Readonly<z.infer<typeof storedItem>>;

/** The items of a summary as its receipt keeps them; those in the form of an older version are left out. */
export const storedItems = (items: readonly unknown[]): Item[] =>
  items.flatMap((item) => storedItem.safeParse(item).data ?? []);

export type ExtractedFrom = Pick<
  MessageRecord,
  "id" | "seq" | "role" | "kind" | "content" | "createdAt" | "toolName" | "toolUseId" | "isError"
>;
