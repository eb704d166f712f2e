import type { RecalledMemory } from "../memory/index.ts";
import { oneLine } from "../text/index.ts";
import { type ContextContents, contextChecker, saySame } from "./context-contents.ts";
import { saysEnough } from "./prompt.ts";
import { isRelevant } from "./relevance.ts";
import { type Line, lineOf, reminderText, shortened, showsMatch } from "./wording.ts";

export const MOST_LINES = 3;
/** In total, including the fence. */
export const MOST_CHARS = 600;

export interface Reminder {
  readonly text: string;
  readonly items: readonly ShownItem[];
}

/** A recalled item and the text that the agent sees. */
export interface ShownItem {
  readonly item: RecalledMemory;
  readonly words: string;
}

/** The recalled items that certainly belong to the prompt. */
export const relevantFor = (prompt: string, recalled: readonly RecalledMemory[]): RecalledMemory[] =>
  saysEnough(prompt) ? recalled.filter((item) => isRelevant(prompt, item)) : [];

/** The reminder for a prompt, if any; never what the context already contains. */
export function choose(
  relevant: readonly RecalledMemory[],
  contents: ContextContents,
  now: number,
): Reminder | undefined {
  const { isInContext, isAlreadySaid } = contextChecker(contents);
  const chosen = relevant
    .filter((item) => !isInContext(item))
    .map((item) => ({ item, line: lineOf(item, now) }))
    .filter(({ line }) => !isAlreadySaid(line.words))
    .filter(({ line }, at, all) => !all.slice(0, at).some((before) => saySame(seen(line), seen(before.line))))
    .slice(0, MOST_LINES);
  return laidOut(chosen);
}

/** The visible part: texts with the same beginning look the same. */
const seen = ({ words }: Line): string => oneLine(words, MOST_CHARS);

/** Short lines leave their room to long ones; what does not fit is left out. */
function laidOut(chosen: readonly { item: RecalledMemory; line: Line }[]): Reminder | undefined {
  let left = MOST_CHARS - reminderText([]).length;
  const kept: ShownItem[] = [];
  for (const [index, { item, line }] of chosen.entries()) {
    const words = shortened(line, Math.floor(left / (chosen.length - index)) - 1);
    if (words === undefined || !showsMatch(words, item)) continue;
    kept.push({ item, words });
    left -= words.length + 1;
  }
  if (kept.length === 0) return undefined;
  return { text: reminderText(kept.map(({ words }) => words)), items: kept };
}
