import { hasRelativeTime } from "../../core/index.ts";
import type { Item, ItemKind } from "../extraction/index.ts";
import { day, type Line, layOut, type SummaryRange } from "./layout.ts";
import { SECTIONS } from "./sections.ts";

export interface SummaryInput {
  readonly items: readonly Item[];
  readonly range: SummaryRange;
  readonly budgetTokens: number;
}

export interface Summary {
  readonly text: string;
  readonly kept: readonly Item[];
}

const MOST_IDS = 3;
/** What weighs less is found by recall; a reader would only stumble over it. */
const WORTH_A_LINE = 0.15;

/** "Tomorrow" is another day when it is read again: the day on which it was said goes along. */
const dated = ({ text, at }: Item): string => (hasRelativeTime(text) && at !== "" ? `${text} (said ${day(at)})` : text);

/** "I" is another one when the agent said it. */
const attributed = (item: Item): string => (item.by === "agent" ? `(agent) ${dated(item)}` : dated(item));

/** Of many places the first and the newest ones. */
export const fewOf = (cites: readonly string[]): readonly string[] =>
  cites.length <= MOST_IDS ? cites : [...cites.slice(0, 1), ...cites.slice(1 - MOST_IDS)];

/** Files and commands are cited only where they were last. */
const idsOf = ({ kind, cites }: Item): readonly string[] =>
  kind === "file" || kind === "command" ? cites.slice(-1) : fewOf(cites);

/** A line of the summary: what holds, and the messages that say so. */
export const lineWith = (text: string, ids: readonly string[]): string => `- ${text} [${ids.join(", ")}]`;

interface ItemLine extends Line {
  readonly item: Item;
}

const heaviestFirst = (a: Item, b: Item): number => b.weight - a.weight || b.seq - a.seq || (a.text < b.text ? -1 : 1);

const ASKED: ReadonlySet<ItemKind> = new Set(["goal", "open_item"]);
/** What begins with so many characters of a request of the same message is told by it. */
const SAID_CHARS = 60;

/** Without what a request in the summary says already. */
function eachOnce(items: readonly Item[]): Item[] {
  const asked = new Map(items.filter(({ kind }) => ASKED.has(kind)).map(({ seq, text }) => [seq, text]));
  const isSaid = ({ text, seq }: Item): boolean => asked.get(seq)?.startsWith(text.slice(0, SAID_CHARS)) === true;
  return items.filter((item) => item.kind !== "fact" || !isSaid(item));
}

function linesOf(items: readonly Item[]): ItemLine[] {
  const worthy = eachOnce(items.filter(({ weight }) => weight >= WORTH_A_LINE));
  return worthy.sort(heaviestFirst).flatMap((item) => {
    const section = SECTIONS.find(({ kinds }) => kinds.includes(item.kind));
    return section ? [{ item, section, text: lineWith(attributed(item), idsOf(item)), place: item.seq }] : [];
  });
}

/** The summary that takes the place of a range of messages: the weightiest items, never more than the budget allows. */
export function writeSummary({ items, range, budgetTokens }: SummaryInput): Summary {
  const { text, lines } = layOut(linesOf(items), range, budgetTokens);
  return { text, kept: lines.map(({ item }) => item).sort((a, b) => a.seq - b.seq) };
}
