import type { RecalledMemory } from "../memory/index.ts";
import { oneLine } from "../text/index.ts";
import { type Held, holder, saySame } from "./held.ts";
import { saysEnough } from "./prompt.ts";
import { isRelevant } from "./relevance.ts";
import { type Line, lineOf, reminderText, shortened, showsMatch } from "./wording.ts";

export const MOST_LINES = 3;
/** In all, the fence included. */
export const MOST_CHARS = 600;

export interface Reminder {
  readonly text: string;
  readonly items: readonly Given[];
}

/** Something the agent is reminded of, and the words that it gets to see of it. */
export interface Given {
  readonly item: RecalledMemory;
  readonly words: string;
}

/** Those of what was recalled that surely belong to the prompt. */
export const relevantFor = (prompt: string, recalled: readonly RecalledMemory[]): RecalledMemory[] =>
  saysEnough(prompt) ? recalled.filter((item) => isRelevant(prompt, item)) : [];

/** The few lines that what belongs to a prompt makes, or nothing: never what the context holds already. */
export function choose(relevant: readonly RecalledMemory[], held: Held, now: number): Reminder | undefined {
  const { isHere, isTold } = holder(held);
  const chosen = relevant
    .filter((item) => !isHere(item))
    .map((item) => ({ item, line: lineOf(item, now) }))
    .filter(({ line }) => !isTold(line.words))
    .filter(({ line }, at, all) => !all.slice(0, at).some((before) => saySame(seen(line), seen(before.line))))
    .slice(0, MOST_LINES);
  return laidOut(chosen);
}

/** What a reader may get to see of it: two files that begin alike are one to them. */
const seen = ({ words }: Line): string => oneLine(words, MOST_CHARS);

/** Short lines leave their part to the long ones; what does not fit is left out. */
function laidOut(chosen: readonly { item: RecalledMemory; line: Line }[]): Reminder | undefined {
  let left = MOST_CHARS - reminderText([]).length;
  const kept: Given[] = [];
  for (const [index, { item, line }] of chosen.entries()) {
    const words = shortened(line, Math.floor(left / (chosen.length - index)) - 1);
    if (words === undefined || !showsMatch(words, item)) continue;
    kept.push({ item, words });
    left -= words.length + 1;
  }
  if (kept.length === 0) return undefined;
  return { text: reminderText(kept.map(({ words }) => words)), items: kept };
}
