import { hasRelativeTime } from "../../core/index.ts";
import { fewOf, type Item, type ItemKind } from "../extraction/index.ts";
import { day, type Line, layOut, SECTIONS, type SummaryRange } from "./summary-sections.ts";

export interface SummaryInput {
  readonly items: readonly Item[];
  readonly range: SummaryRange;
  readonly budgetTokens: number;
}

export interface Summary {
  readonly text: string;
  readonly kept: readonly Item[];
}

export const MOST_IDS = 3;
/** Items that weigh less are left to recall. */
const WORTH_A_LINE = 0.15;

/** "Tomorrow" means another day when it is read later, so the date goes with it. */
const dated = ({ text, at }: Item): string => (hasRelativeTime(text) && at !== "" ? `${text} (said ${day(at)})` : text);

/** "I" means the agent in the agent's own words. */
const attributed = (item: Item): string => (item.by === "agent" ? `(agent) ${dated(item)}` : dated(item));

/** Files and commands are cited only where they were last. */
const idsOf = ({ kind, cites }: Item): readonly string[] =>
  kind === "file" || kind === "command" ? cites.slice(-1) : fewOf(cites, MOST_IDS);

/** A line of the summary with the messages that it cites. */
export const lineWith = (text: string, ids: readonly string[]): string => `- ${text} [${ids.join(", ")}]`;

interface ItemLine extends Line {
  readonly item: Item;
}

const heaviestFirst = (a: Item, b: Item): number => b.weight - a.weight || b.seq - a.seq || (a.text < b.text ? -1 : 1);

const ASKED: ReadonlySet<ItemKind> = new Set(["goal", "open_item"]);
/** A fact that shares this beginning with a request of the same message repeats it. */
const SHARED_CHARS = 60;

/** Without facts that repeat a request in the summary. */
function eachOnce(items: readonly Item[]): Item[] {
  const asked = new Map(items.filter(({ kind }) => ASKED.has(kind)).map(({ seq, text }) => [seq, text]));
  const isRepeated = ({ text, seq }: Item): boolean => asked.get(seq)?.startsWith(text.slice(0, SHARED_CHARS)) === true;
  return items.filter((item) => item.kind !== "fact" || !isRepeated(item));
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
