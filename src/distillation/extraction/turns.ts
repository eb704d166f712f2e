import { oneLine, prose } from "../../conversation/index.ts";
import type { ExtractedFrom, Item, ItemKind } from "./item.ts";
import type { Thought } from "./thoughts.ts";
import type { WordCounts } from "./worth.ts";

/*
 * What is open is told by the turns, not by words: what was answered or carried out is done, unless the agent said that something is
 * left and nothing was done since.
 */

interface Request {
  readonly message: ExtractedFrom;
  readonly text: string;
  readonly words: ReadonlySet<string>;
  /** Whether it says what it wants, rather than answering. */
  readonly asks: boolean;
  isAnswered: boolean;
  hasWorked: boolean;
}

interface Report {
  readonly message: ExtractedFrom;
  readonly text: string;
  readonly left: readonly string[];
}

const LONGEST_REQUEST = 220;
const READ_CHARS = 4000;
const LONGEST_REPORT = 280;
const FEWEST_WORDS = 4;
/** Beside the first and the last request, so many that the conversation came back to. */
const MOST_CENTRAL = 2;
const MOST_LEFT = 3;
/** Where neither side says so many times as much as the other, and both have spoken, two talk who ask nothing of each other. */
const TALKS = 2;
const FEWEST_REPLIES = 4;

const itemOf = (
  { id, seq, createdAt: at, role }: ExtractedFrom,
  kind: ItemKind,
  text: string,
  weight: number,
): Item => ({
  ...{ kind, text, cites: [id], at, seq, weight },
  ...(role === "assistant" && { by: "agent" as const }),
});

export class Turns {
  readonly #requests: Request[] = [];
  #report: Report | undefined;
  #hasTools = false;
  #replies = 0;
  #userChars = 0;
  #agentChars = 0;

  asked(message: ExtractedFrom, thoughts: readonly Thought[]): void {
    this.#userChars += thoughts.reduce((sum, { text }) => sum + text.length, 0);
    const text = oneLine(prose(message.content.slice(0, READ_CHARS)), LONGEST_REQUEST);
    const words = new Set(thoughts.flatMap(({ terms }) => [...terms.words]));
    const asks = thoughts.some(({ isQuestion }) => isQuestion);
    if (text !== "" && words.size > 0)
      this.#requests.push({ message, text, words, asks, isAnswered: false, hasWorked: false });
  }

  /** A call was made for the last request. What the agent said before that it would do, it is doing. */
  worked(): void {
    this.#hasTools = true;
    this.#report = undefined;
    const request = this.#requests.at(-1);
    if (request) request.hasWorked = true;
  }

  replied(message: ExtractedFrom, thoughts: readonly Thought[], left: readonly string[]): void {
    this.#agentChars += message.content.length;
    this.#replies += 1;
    const request = this.#requests.at(-1);
    if (request) request.isAnswered = true;
    if (!this.#hasTools) return;
    this.#report = { message, text: reportIn(thoughts), left };
  }

  get isAtWork(): boolean {
    return this.#hasTools;
  }

  /** Whether two talk with each other, rather than one that asks and one that serves and explains. */
  get isTalk(): boolean {
    return !this.#hasTools && this.#replies >= FEWEST_REPLIES && this.#agentChars <= TALKS * this.#userChars;
  }

  items(counts: WordCounts, isAnswered: boolean): Item[] {
    const last = this.#requests.at(-1);
    const isOpen = last !== undefined && !last.isAnswered && !last.hasWorked && !isAnswered;
    const settled = isOpen ? this.#requests.slice(0, -1) : this.#requests;
    return [
      ...(isOpen ? [itemOf(last.message, "open_item", last.text, 0.8)] : []),
      ...(this.isTalk ? [] : goals(settled, counts)),
      ...this.#stateItems(),
    ];
  }

  #stateItems(): Item[] {
    if (!this.#report) return [];
    const { message, text, left } = this.#report;
    return [
      ...(text === "" ? [] : [itemOf(message, "state", text, 0.75)]),
      ...left.slice(0, MOST_LEFT).map((step) => itemOf(message, "open_item", step, 0.7)),
    ];
  }
}

/** What a conversation set out from, what it is at, and what it came back to most. */
function goals(all: readonly Request[], counts: WordCounts): Item[] {
  const asking = all.filter(({ asks, hasWorked }) => asks || hasWorked);
  const requests = asking.length > 0 ? asking : all.slice(0, 1);
  const [first] = requests;
  const last = requests.at(-1);
  if (!first || !last) return [];
  const centrality = ({ words, hasWorked }: Request): number =>
    (hasWorked ? 1 : 0) + [...words].reduce((sum, word) => sum + Math.log(counts.holders(word)), 0) / (words.size + 3);
  const central = requests
    .filter((one) => one !== first && one !== last)
    .map((one) => ({ one, centrality: centrality(one) }))
    .sort((a, b) => b.centrality - a.centrality)
    .slice(0, MOST_CENTRAL)
    .map(({ one }) => itemOf(one.message, "goal", one.text, 0.5));
  const ends = first === last ? [] : [itemOf(last.message, "goal", last.text, 0.7)];
  return [itemOf(first.message, "goal", first.text, 0.75), ...central, ...ends];
}

/** How a report of work begins: as many of its first thoughts as make a line. */
function reportIn(thoughts: readonly Thought[]): string {
  let report = "";
  for (const { text, isQuestion } of thoughts) {
    if (report === "" && text.split(" ").length < FEWEST_WORDS) continue;
    if (isQuestion || /[:：]$/.test(text) || report.length + text.length > LONGEST_REPORT) break;
    report = report === "" ? text : `${report} ${text}`;
  }
  return report;
}
