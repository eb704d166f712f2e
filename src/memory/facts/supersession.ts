import { slotOf } from "../../core/index.ts";
import type { MemoryRecord } from "../../store/index.ts";

export type Stated = Pick<MemoryRecord, "content" | "kind" | "source">;

/** Open items, promises and failures belong to one moment: they neither replace facts nor are replaced. */
const PASSING: ReadonlySet<string> = new Set(["open_item", "promise", "failed"]);

/** Memories that a distillation extracted name their message as the source. */
const OVERHEARD = /^message \S+ \((\w+)\)/;

const LONGEST_WHY = 90;

export const isOnPurpose = ({ source }: Pick<Stated, "source">): boolean => !OVERHEARD.test(source);

/**
 * Agents guess while they think aloud: what was extracted from their messages must never hide what was remembered on
 * purpose or what the user wrote.
 */
const isAgentsTalk = ({ source }: Stated): boolean => OVERHEARD.exec(source)?.[1] === "agent";

/** The reason if the newer memory gives the slot of the older one another value. */
export function whyReplaced(newer: Stated, older: Stated): string | undefined {
  if (PASSING.has(newer.kind) || PASSING.has(older.kind)) return undefined;
  if (isAgentsTalk(newer) && !isAgentsTalk(older)) return undefined;
  const [is, was] = [slotOf(newer.content), slotOf(older.content)];
  if (!is || !was || is.key !== was.key || is.value.toLowerCase() === was.value.toLowerCase()) return undefined;
  const why = `${is.name}: ${was.value} → ${is.value}`;
  return why.length > LONGEST_WHY ? `${why.slice(0, LONGEST_WHY)}…` : why;
}
