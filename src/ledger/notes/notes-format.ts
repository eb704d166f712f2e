import { z } from "zod";
import { contentShape } from "../decisions/content.ts";
import type { Places } from "../file-layouts.ts";
import type { FileFormat } from "../files/file-sync.ts";
import { threeWay } from "../merge/three-way.ts";
import type { Block } from "./blocks.ts";
import type { Continuity } from "./continuity.ts";
import { withoutTemplate } from "./template.ts";

/** The parser of Markdown takes room, and most of the time nobody needs it. */
export const blocks = () => import("./blocks.ts");
const texts = () => import("./continuity.ts");
const reading = () => import("./parsing/continuity.ts");

const placeShape = z.object({ identifier: z.string(), purpose: z.string(), verified: z.string() });
const questionShape = z.object({ text: z.string(), done: z.boolean() });

/** Where the work stands, without the decisions, which are a ledger of their own. */
export const workStateShape = z.object({
  task: z.string().default(""),
  checkpoint: z.string().default(""),
  state: z.string().default(""),
  places: z.array(placeShape).default([]),
  questions: z.array(questionShape).default([]),
});
export type WorkState = z.output<typeof workStateShape>;

const decisionShape = contentShape.extend({
  id: z.string().optional(),
  ts: z.string(),
  task: z.string().nullish(),
});

const BLOCK = { name: "session-continuity", heading: "Session Continuity", level: 2 } as const;

/** The notes with our section marked as such, where one stands in them that a person or another program wrote. */
async function marked(bytes: string): Promise<string> {
  const { readBlock } = await blocks();
  if (readBlock(bytes, BLOCK.name) !== undefined) return bytes;
  return (await import("./adopt-section.ts")).adoptSection(withoutTemplate(bytes), BLOCK.name, BLOCK.heading);
}

/** The notes without our section, markers and all. */
export async function notesWithoutSection(bytes: string): Promise<string> {
  const { withoutBlock } = await blocks();
  return withoutBlock(await marked(bytes), BLOCK.name);
}

export interface NotesFormatOptions {
  /** What is written beside it and never read; one that says nothing is written only where it stood before. */
  readonly others?: readonly Block[];
  /** What the store has. A section without our markers takes nothing of it away: it was written without knowing it. */
  readonly known?: Continuity;
}

export function notesFormat(
  { taskWord }: Places,
  { others = [], known }: NotesFormatOptions = {},
): FileFormat<Continuity> {
  const shape = workStateShape.extend({ decisions: z.array(decisionShape) });
  return {
    shape,
    async read(bytes) {
      const { readBlock } = await blocks();
      const ours = readBlock(bytes, BLOCK.name);
      const body = ours ?? readBlock(await marked(bytes), BLOCK.name);
      if (body === undefined) return undefined;
      const read = (await reading()).readContinuity(body);
      return ours === undefined && known ? shape.parse(threeWay(undefined, read, known).merged) : read;
    },
    async write(bytes, state) {
      const { behindBlock, readBlock, writeBlock } = await blocks();
      const own = await marked(bytes);
      const before = readBlock(own, BLOCK.name);
      const { body, left } = await sectionText(before, state, taskWord);
      const ours = writeBlock(own, { ...BLOCK, body });
      const written = left.length === 0 ? ours : behindBlock(ours, BLOCK.name, left);
      return others
        .filter(({ body: own, name }) => own !== "" || readBlock(written, name) !== undefined)
        .reduce(writeBlock, written);
    },
  };
}

const idsOf = ({ decisions }: Continuity): string =>
  decisions
    .map(({ id, decision }) => id ?? decision)
    .sort()
    .join("\n");

/** The section anew, with the decisions that are the same as they stood in it; and what it has no place for. */
async function sectionText(
  before: string | undefined,
  state: Continuity,
  taskWord: string,
): Promise<{ readonly body: string; readonly left: readonly string[] }> {
  const { continuityText } = await texts();
  if (before === undefined) return { body: continuityText(state, taskWord), left: [] };
  const { readContinuity, readSection } = await reading();
  const section = readSection(before);
  const log = (await import("./decision-log.ts")).keptLog(state.decisions, section.log);
  const kept = continuityText(state, taskWord, log);
  // Code that a person did not close would hide our comment.
  if (log && idsOf(readContinuity(kept)) === idsOf(state)) return { body: kept, left: section.left(log.staying) };
  return { body: continuityText(state, taskWord), left: section.left() };
}

/** As the notes will be read again: in one line each, quotes with their white space folded. */
export async function asNoted(state: Continuity): Promise<Continuity> {
  const { continuityText } = await texts();
  return (await reading()).readContinuity(continuityText(state, "Task"));
}
