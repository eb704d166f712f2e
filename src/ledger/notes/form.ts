import { z } from "zod";
import { contentShape } from "../decisions/content.ts";
import type { Form } from "../files/agreement.ts";
import type { Places } from "../layouts.ts";
import type { Block } from "./blocks.ts";
import type { Continuity } from "./continuity.ts";
import { withoutTemplate } from "./template.ts";

/** The parser of Markdown takes room, and most of the time nobody needs it. */
export const blocks = () => import("./blocks.ts");
const texts = () => import("./continuity.ts");

const placeShape = z.object({ identifier: z.string(), purpose: z.string(), verified: z.string() });
const questionShape = z.object({ text: z.string(), done: z.boolean() });

/** Where the work stands, without the decisions, which are a ledger of their own. */
export const standingShape = z.object({
  task: z.string().default(""),
  checkpoint: z.string().default(""),
  state: z.string().default(""),
  places: z.array(placeShape).default([]),
  questions: z.array(questionShape).default([]),
});
export type Standing = z.output<typeof standingShape>;

const decisionShape = contentShape.extend({
  id: z.string().optional(),
  ts: z.string(),
  task: z.string().nullish(),
});

const BLOCK = { name: "session-continuity", heading: "Session Continuity", level: 2 } as const;

/** `others`: what is written beside it and never read; one that says nothing is written only where it stood before. */
export function continuityForm({ taskWord }: Places, others: readonly Block[] = []): Form<Continuity> {
  return {
    shape: standingShape.extend({ decisions: z.array(decisionShape) }),
    async read(bytes) {
      const body = (await blocks()).readBlock(bytes, BLOCK.name);
      return body === undefined ? undefined : (await texts()).readContinuity(body);
    },
    async write(bytes, state) {
      const { behindBlock, readBlock, writeBlock } = await blocks();
      const before = readBlock(bytes, BLOCK.name);
      const theirs = before === undefined ? [] : (await import("./leftover.ts")).leftoverOf(before, BLOCK.heading);
      const body = (await texts()).continuityText(state, taskWord);
      const own = before === undefined ? withoutTemplate(bytes) : bytes;
      const ours = writeBlock(own, { ...BLOCK, body });
      const written = theirs.length === 0 ? ours : behindBlock(ours, BLOCK.name, theirs);
      return others
        .filter(({ body: own, name }) => own !== "" || readBlock(written, name) !== undefined)
        .reduce(writeBlock, written);
    },
  };
}

/** As the notes will be read again: in one line each, quotes with their white space folded. */
export async function asNoted(state: Continuity): Promise<Continuity> {
  const { continuityText, readContinuity } = await texts();
  return readContinuity(continuityText(state, "Task"));
}
