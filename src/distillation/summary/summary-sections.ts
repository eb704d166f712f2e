import { estimateTokens } from "../../core/index.ts";
import type { ItemKind } from "../extraction/index.ts";

export interface Section {
  readonly title: string;
  readonly kinds: readonly ItemKind[];
  /** The share of the budget that a section may spend in the first round. */
  readonly share: number;
  /** More lines than this are no longer read. */
  readonly most?: number;
}

export const SECTIONS: readonly Section[] = [
  { title: "What we are doing", kinds: ["goal"], share: 0.12, most: 5 },
  { title: "Decisions and why", kinds: ["decision"], share: 0.17 },
  { title: "Facts", kinds: ["fact"], share: 0.25 },
  { title: "Open items", kinds: ["open_item", "promise"], share: 0.14, most: 6 },
  { title: "Working state", kinds: ["state"], share: 0.07 },
  { title: "Files and commands", kinds: ["file", "command"], share: 0.08 },
  { title: "Corrections and failed approaches", kinds: ["correction", "failed"], share: 0.08 },
  {
    title: "Preferences and register of the conversation",
    kinds: ["constraint", "preference", "register"],
    share: 0.09,
  },
];

/** The messages that a summary covers. */
export interface SummaryRange {
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly from: string;
  readonly to: string;
  readonly messages: number;
}

/** A line of a summary with its citations; within a section, lines are sorted by place. */
export interface Line {
  readonly section: Section;
  readonly text: string;
  readonly place: number;
}

export interface Page<L extends Line> {
  readonly text: string;
  /** The lines that fit. */
  readonly lines: readonly L[];
}

const TITLE = "# Conversation Summary";

export const day = (at: string): string => at.slice(0, 10);

function rangeLine({ fromSeq, toSeq, from, to, messages }: SummaryRange): string {
  const days = day(from) === day(to) ? day(from) : `${day(from)} to ${day(to)}`;
  return `${messages} messages (${fromSeq}–${toSeq}), ${days}. The words are the user's unless marked (agent); ids lead to the messages.`;
}

/** In each round a section may spend this many times its share: what one does not need goes to the others. */
const ROUNDS = [1, 1.5, 2.5, 4];

/** First every section gets its share, then the best of the rest get what is left; in the order of choice. */
function choose<L extends Line>(lines: readonly L[], budget: number): L[] {
  const chosen = new Set<L>();
  const spent = new Map<Section, number>();
  const counts = new Map<Section, number>();
  let left = budget;
  const take = (line: L, limit: number): void => {
    const opened = spent.get(line.section);
    const heading = opened === undefined ? estimateTokens(`## ${line.section.title}\n\n`) : 0;
    const cost = estimateTokens(`${line.text}\n`) + heading;
    const count = counts.get(line.section) ?? 0;
    if (cost > left || (opened ?? 0) + cost > limit || count >= (line.section.most ?? lines.length)) return;
    chosen.add(line);
    counts.set(line.section, count + 1);
    spent.set(line.section, (opened ?? 0) + cost);
    left -= cost;
  };
  // The best line that fits is always there, whatever its section.
  for (const line of lines) {
    take(line, budget);
    if (chosen.size > 0) break;
  }
  for (const times of ROUNDS)
    for (const line of lines) if (!chosen.has(line)) take(line, line.section.share * budget * times);
  return [...chosen];
}

function compose(head: readonly string[], lines: readonly Line[]): string {
  const parts = [head.join("\n")];
  for (const section of SECTIONS) {
    const own = lines.filter((line) => line.section === section).sort((a, b) => a.place - b.place);
    if (own.length > 0) parts.push([`## ${section.title}`, ...own.map((line) => line.text)].join("\n"));
  }
  return parts.join("\n\n");
}

/** The page of a summary: as many of the lines, best first, as the budget allows. */
export function layOut<L extends Line>(all: readonly L[], range: SummaryRange, budgetTokens: number): Page<L> {
  const full = [TITLE, rangeLine(range)];
  // With next to nothing to spend, a line of content is worth more than the line about the range.
  const head = estimateTokens(full.join("\n")) * 2 > budgetTokens ? [TITLE] : full;
  let lines = choose(all, budgetTokens - estimateTokens(`${head.join("\n")}\n\n`));
  let text = compose(head, lines);
  while (lines.length > 0 && estimateTokens(text) > budgetTokens) {
    lines = lines.slice(0, -1);
    text = compose(head, lines);
  }
  return { text, lines };
}
