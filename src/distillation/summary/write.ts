import { estimateTokens } from "../../core/index.ts";
import { bitOf, type Item, signalsOf } from "../extraction/index.ts";
import { SECTIONS, type Section } from "./sections.ts";

export interface SummaryInput {
  readonly items: readonly Item[];
  readonly range: {
    readonly fromSeq: number;
    readonly toSeq: number;
    readonly from: string;
    readonly to: string;
    readonly messages: number;
  };
  readonly budgetTokens: number;
}

export interface Summary {
  readonly text: string;
  readonly kept: readonly Item[];
}

const TITLE = "# Conversation Summary";
const MOST_IDS = 3;
/** What weighs less is found by recall; a reader would only stumble over it. */
const WORTH_A_LINE = 0.15;

const day = (at: string): string => at.slice(0, 10);

function rangeLine({ range }: SummaryInput): string {
  const days = day(range.from) === day(range.to) ? day(range.from) : `${day(range.from)} to ${day(range.to)}`;
  return `${range.messages} messages (${range.fromSeq}–${range.toSeq}), ${days}; ids in brackets lead to the messages.`;
}

/** "Tomorrow" is another day when it is read again: the day on which it was said goes along. */
const dated = ({ text, at }: Item): string =>
  (signalsOf(text) & bitOf.relative) !== 0 && at !== "" ? `${text} (said ${day(at)})` : text;

/** The first place and the newest ones; for files and commands only where they were last. */
function idsOf({ kind, cites }: Item): readonly string[] {
  if (kind === "file" || kind === "command") return cites.slice(-1);
  return cites.length <= MOST_IDS ? cites : [...cites.slice(0, 1), ...cites.slice(1 - MOST_IDS)];
}

const lineOf = (item: Item): string => `- ${dated(item)} [${idsOf(item).join(", ")}]`;

interface Line {
  readonly item: Item;
  readonly section: Section;
  readonly text: string;
  readonly tokens: number;
}

const sectionOf = (item: Item): Section | undefined => SECTIONS.find(({ kinds }) => kinds.includes(item.kind));

const heaviestFirst = (a: Item, b: Item): number => b.weight - a.weight || b.seq - a.seq || (a.text < b.text ? -1 : 1);

function linesOf(items: readonly Item[]): Line[] {
  const worthy = items.filter(({ weight }) => weight >= WORTH_A_LINE);
  return worthy.sort(heaviestFirst).flatMap((item) => {
    const section = sectionOf(item);
    const text = lineOf(item);
    return section ? [{ item, section, text, tokens: estimateTokens(`${text}\n`) }] : [];
  });
}

/** In each round a section may spend this many times its share: what one does not need goes to the others by and by. */
const ROUNDS = [1, 1.5, 2.5, 4];

/** First every section has its share, then the best of the rest has what is left. */
function choose(lines: readonly Line[], budget: number): Line[] {
  const chosen = new Set<Line>();
  const spent = new Map<Section, number>();
  let left = budget;
  const take = (line: Line, limit: number): void => {
    const opened = spent.get(line.section);
    const cost = line.tokens + (opened === undefined ? estimateTokens(`## ${line.section.title}\n\n`) : 0);
    if (cost > left || (opened ?? 0) + cost > limit) return;
    chosen.add(line);
    spent.set(line.section, (opened ?? 0) + cost);
    left -= cost;
  };
  // Whatever its section, the best line that fits is there.
  for (const line of lines) {
    take(line, budget);
    if (chosen.size > 0) break;
  }
  for (const times of ROUNDS)
    for (const line of lines) if (!chosen.has(line)) take(line, line.section.share * budget * times);
  return lines.filter((line) => chosen.has(line));
}

function compose(head: readonly string[], lines: readonly Line[]): string {
  const parts = [head.join("\n")];
  for (const section of SECTIONS) {
    const own = lines.filter((line) => line.section === section).sort((a, b) => a.item.seq - b.item.seq);
    if (own.length > 0) parts.push([`## ${section.title}`, ...own.map((line) => line.text)].join("\n"));
  }
  return parts.join("\n\n");
}

/** The summary that takes the place of a range of messages: the weightiest items, never more than the budget allows. */
export function writeSummary(input: SummaryInput): Summary {
  const all = linesOf(input.items);
  const full = [TITLE, rangeLine(input)];
  // With next to nothing to spend, a line of content is worth more than the line about the range.
  const head = estimateTokens(full.join("\n")) * 2 > input.budgetTokens ? [TITLE] : full;
  let lines = choose(all, input.budgetTokens - estimateTokens(`${head.join("\n")}\n\n`));
  let text = compose(head, lines);
  while (lines.length > 0 && estimateTokens(text) > input.budgetTokens) {
    lines = lines.slice(0, -1);
    text = compose(head, lines);
  }
  return { text, kept: lines.map(({ item }) => item).sort((a, b) => a.seq - b.seq) };
}
