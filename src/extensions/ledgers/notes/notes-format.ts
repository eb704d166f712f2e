import { behindBlock, type MarkedBlock, readBlock, withoutBlock, writeBlock } from "../../../markdown/index.ts";
import type { Places } from "../../../project-files/index.ts";
import type { FileFormat } from "../files/file-sync.ts";
import { threeWay } from "../merge/three-way.ts";
import { adoptSection } from "./adopt-section.ts";
import { type Continuity, continuityShape, continuityText } from "./continuity.ts";
import { keptLog } from "./decision-log.ts";
import { readContinuity, readSection } from "./parsing/continuity.ts";

/* To be loaded on demand: the Markdown parser takes memory and is rarely needed. */

const BLOCK = { name: "session-continuity", heading: "Session Continuity", level: 2 } as const;

/** The notes with markers around a section that a person or another program wrote. */
const marked = (bytes: string): string => adoptSection(bytes, BLOCK.name, BLOCK.heading);

/** The notes without our section, markers and all. */
export const notesWithoutSection = (bytes: string): string => withoutBlock(marked(bytes), BLOCK.name);

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
  return {
    shape: continuityShape,
    read(bytes) {
      const own = marked(bytes);
      const body = readBlock(own, BLOCK.name);
      if (body === undefined) return undefined;
      const read = readContinuity(body);
      return own !== bytes && known ? continuityShape.parse(threeWay(undefined, read, known).merged) : read;
    },
    write(bytes, state) {
      const own = marked(bytes);
      const { body, left } = sectionText(readBlock(own, BLOCK.name), asNoted(state), taskWord);
      const ours = writeBlock(own, { ...BLOCK, body });
      const written = left.length === 0 ? ours : behindBlock(ours, BLOCK.name, left);
      return others
        .filter(({ body: other, name }) => other !== "" || readBlock(written, name) !== undefined)
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
function sectionText(before: string | undefined, state: Continuity, taskWord: string) {
  const section = readSection(before ?? "");
  const log = keptLog(state.decisions, section.log);
  const kept = continuityText(state, taskWord, log);
  // An unclosed code block would hide our comment.
  if (log && idsOf(readContinuity(kept)) === idsOf(state)) return { body: kept, left: section.left(log.staying) };
  return { body: continuityText(state, taskWord), left: section.left() };
}

/** As the notes will be read back: one line each, white space of quotes folded. */
export const asNoted = (state: Continuity): Continuity => readContinuity(continuityText(state, "Task"));
