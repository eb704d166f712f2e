import { readFileSync } from "node:fs";
import { bodyOf, findSection, type Notes, readNotes } from "../../markdown/index.ts";
import { SESSION_CONTINUITY } from "./decision-log.ts";
import { readable } from "./readable.ts";

/** The project's notes, or undefined where there are none that can be read. */
export const notesAt = (path: string): Notes | undefined => readable(() => readNotes(readFileSync(path, "utf8")));

const CURRENT_BEAD = /current bead\W*?:\W*([\w][\w.-]*)/i;
const NONE = /^(?:none|null|nil|n\.?a\.?|tbd)$/i;

/** The task that the notes say is in work. */
export function currentBead(notes: Notes | undefined): string | undefined {
  const section = notes && findSection(notes, SESSION_CONTINUITY);
  if (!notes || !section) return undefined;
  const found = bodyOf(notes, section).flatMap((line) => CURRENT_BEAD.exec(line)?.[1] ?? [])[0];
  return found === undefined || NONE.test(found) ? undefined : found;
}
