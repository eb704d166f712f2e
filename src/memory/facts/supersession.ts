import { slotOf } from "../../core/index.ts";
import type { MemoryRecord } from "../../store/index.ts";

export type Stated = Pick<MemoryRecord, "content" | "kind" | "source">;

/**
 * What is still to do, was promised or failed belongs to one moment: it neither replaces what holds nor is replaced by
 * it.
 */
const PASSING: ReadonlySet<string> = new Set(["open_item", "promise", "failed"]);

/** What a distillation overheard is known by the message that it was read from. */
const OVERHEARD = /^message \S+ \((\w+)\)/;

/** Half a line. */
const LONGEST_WHY = 90;

export const isOnPurpose = ({ source }: Pick<Stated, "source">): boolean => !OVERHEARD.test(source);

/**
 * An agent thinks aloud: it weighs, guesses and errs. What it was overheard saying must never hide what somebody
 * remembered on purpose, nor what the user said. The user's own words may: who says "the port is 9090" means it.
 */
const isAgentsTalk = ({ source }: Stated): boolean => OVERHEARD.exec(source)?.[1] === "agent";

/** Why one memory takes the place of an older one of the same scope: it gives the same thing another value. */
export function whyReplaced(newer: Stated, older: Stated): string | undefined {
  if (PASSING.has(newer.kind) || PASSING.has(older.kind)) return undefined;
  if (isAgentsTalk(newer) && !isAgentsTalk(older)) return undefined;
  const [is, was] = [slotOf(newer.content), slotOf(older.content)];
  if (!is || !was || is.key !== was.key || is.value.toLowerCase() === was.value.toLowerCase()) return undefined;
  const why = `${is.name}: ${was.value} → ${is.value}`;
  return why.length > LONGEST_WHY ? `${why.slice(0, LONGEST_WHY)}…` : why;
}
