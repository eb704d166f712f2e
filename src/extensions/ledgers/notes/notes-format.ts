import { z } from "zod";
import type { MarkedBlock } from "../../../markdown/index.ts";
import type { Places } from "../../../project-files/index.ts";
import { contentShape } from "../decisions/content.ts";
import type { FileFormat } from "../files/file-sync.ts";
import { threeWay } from "../merge/three-way.ts";
import type { Continuity } from "./continuity.ts";
import { withoutTemplate } from "./template.ts";

/** Loaded on demand: the Markdown parser takes memory and is rarely needed. */
export const blocks = () => import("../../../markdown/index.ts");
const texts = () => import("./continuity.ts");
const reading = () => import("./parsing/continuity.ts");

const placeShape = z.object({ identifier: z.string(), purpose: z.string(), verified: z.string() });
const questionShape = z.object({ text: z.string(), done: z.boolean() });

/** The state of the work, without the decisions, which are a ledger of their own. */
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

/** The notes with markers around a section that a person or another program wrote. */
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
  /** Blocks that are written and never read; an empty one is written only where it exists. */
  readonly others?: readonly MarkedBlock[];
  /** The state in the store. A section without our markers removes nothing of it: its author did not know it. */
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

/** The new section, with unchanged entries for unchanged decisions; and what has no place in it. */
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
  // An unclosed code block would hide our comment.
  if (log && idsOf(readContinuity(kept)) === idsOf(state)) return { body: kept, left: section.left(log.staying) };
  return { body: continuityText(state, taskWord), left: section.left() };
}

/** As the notes will be read back: one line each, white space of quotes folded. */
export async function asNoted(state: Continuity): Promise<Continuity> {
  const { continuityText } = await texts();
  return (await reading()).readContinuity(continuityText(state, "Task"));
}
