import { estimateTokens, formatDuration, redact } from "../../core/index.ts";
import { fence, foldSpace, oneLine } from "../../text/index.ts";
import type { Decision, Task } from "./ledger-entries.ts";
import type { NotesState } from "./notes/continuity.ts";

/* The recovery texts of the ledgers, by level: each line has its source and age. */

export interface Ledgers {
  readonly workState: NotesState;
  readonly task: Task | undefined;
  /** Newest first. */
  readonly decisions: readonly Decision[];
  readonly now: number;
}

export const LAST_DECISIONS = 3;
export const LONGEST_LINE = 160;

/** A line that may say less than this is not worth its source. */
const FEWEST_CHARS = 16;
const FEWEST_CHARS_WITH_LABEL = 30;
/** Headings are short, and say what the rest is. */
const HEADING_CHARS = 24;
/** For one line alone, a few words are more than none. */
const FEWEST_CHARS_ALONE = 8;

/** The words of a line, and in brackets at its end where they come from. */
const PARTS = /^(.*?)( \[[^[\]]*\])?$/su;

/** Half of a surrogate pair is no character. */
export const beginningOf = (text: string, chars: number): string =>
  text
    .slice(0, chars)
    .replace(/[\uD800-\uDBFF]$/u, "")
    .trimEnd();

/** Only the text is cut: every line keeps its source. */
function cutTo(line: string, chars: number): string {
  const [, words = "", source = ""] = PARTS.exec(line) ?? [];
  return words.length <= chars ? line : `${beginningOf(words, chars)}…${source}`;
}

/** The most from `least` to `most` that still fits; undefined where not even the least does. */
export function mostThatFits(least: number, most: number, fits: (size: number) => boolean): number | undefined {
  if (!fits(least)) return undefined;
  let [low, high] = [least, Math.max(least, most)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Lines within a ceiling; the fence is counted. They share the room: the long ones are cut, all at the same length, so
 * that the short ones stay whole. Where that would leave less than `fewestChars` of them, the last are left out.
 * Nothing where not even two fit.
 */
export function withinTokens(
  lines: readonly string[],
  maxTokens: number,
  { fewestChars = FEWEST_CHARS }: { readonly fewestChars?: number } = {},
): string {
  const textOf = (some: readonly string[], chars: number): string =>
    fence(redact(some.map((line, at) => cutTo(line, at === 0 ? Math.max(chars, HEADING_CHARS) : chars)).join("\n")));
  const fitting = (some: readonly string[], least: number): string | undefined => {
    const longest = Math.max(...some.map(({ length }) => length));
    const isWithin = (chars: number): boolean => estimateTokens(textOf(some, chars)) <= maxTokens;
    const chars = isWithin(longest) ? longest : mostThatFits(least, longest, isWithin);
    return chars === undefined ? undefined : textOf(some, chars);
  };
  const count = mostThatFits(1, lines.length, (some) => {
    const least = some < 3 ? FEWEST_CHARS_ALONE : fewestChars;
    return estimateTokens(textOf(lines.slice(0, some), least)) <= maxTokens;
  });
  if (count === undefined || count < 2) return "";
  return fitting(lines.slice(0, count), count < 3 ? FEWEST_CHARS_ALONE : fewestChars) ?? "";
}

/** In its largest unit, to save room. */
export const age = (at: string | number, now: number): string => {
  const ms = now - (typeof at === "number" ? at : Date.parse(at));
  const [count, unit] = formatDuration(Math.max(0, ms)).split(" ");
  return Number.isNaN(ms) ? "undated" : `${count} ${unit} ago`;
};

const sourceOf = ({ id, ts }: Decision, now: number): string => `[decision ${id.slice(-8)}, ${age(ts, now)}]`;

function wordsOf({ decision, rationale }: Decision, longest: number): string {
  return `${oneLine(decision, longest)}${rationale === "" ? "" : ` (${oneLine(rationale, longest)})`}`;
}

export const decisionLine = (one: Decision, now: number, longest = LONGEST_LINE): string =>
  `- ${wordsOf(one, longest)} ${sourceOf(one, now)}`;

/** When a task was last written to, as far as its file says. */
function lastTouched({ created, decisions, handoffs }: Task): string {
  const times = [created, ...decisions.map(({ ts }) => ts), ...handoffs.map(({ ended }) => ended)];
  return times.filter((time) => !Number.isNaN(Date.parse(time))).reduce((a, b) => (a > b ? a : b), "");
}

function taskAndNext({ task, now }: Ledgers, longest: number): { task: string[]; next: string[] } {
  if (!task) return { task: [], next: [] };
  const when = age(lastTouched(task), now);
  return {
    task: [`Task: ${task.slug}, ${oneLine(task.title, longest)} [task, ${task.status}, ${when}]`],
    next: task.nextSteps.map((step) => `Next: ${oneLine(step, longest)} [task, ${when}]`),
  };
}

export function taskLines(ledgers: Ledgers): string[] {
  const { task, next } = taskAndNext(ledgers, LONGEST_LINE);
  return [...task, ...next.slice(0, 1)];
}

type Noted = Pick<Ledgers, "workState" | "now">;

const inNotes = ({ workState, now }: Noted): string => `[NOTES.md, ${age(workState.checkpoint, now)}]`;

export const stateLines = (ledgers: Noted, longest = LONGEST_LINE): string[] =>
  ledgers.workState.state === ""
    ? []
    : [`Reasoning state: ${oneLine(ledgers.workState.state, longest)} ${inNotes(ledgers)}`];

const HEADING = "## Session Continuity";

/** The same in few words: which task, what was decided. Why, and what comes next, can be asked for. */
function briefLines(ledgers: Ledgers): string[] {
  const { task, now } = ledgers;
  return [
    ...(task ? [`Task: ${task.slug} [task, ${age(lastTouched(task), now)}]`] : []),
    ...stateLines(ledgers),
    ...lastDecisions(ledgers).map((one) => decisionLine({ ...one, rationale: "" }, now)),
  ];
}

const lastDecisions = ({ decisions }: Ledgers): readonly Decision[] => decisions.slice(0, LAST_DECISIONS);

/** The state of the work and the last three decisions: in full where there is room, else in brief. */
export function levelOne(ledgers: Ledgers, maxTokens: number): string {
  const [task = [], ...next] = taskLines(ledgers);
  const decisions = lastDecisions(ledgers).map((one) => decisionLine(one, ledgers.now));
  const lines = [HEADING, task, stateLines(ledgers), decisions, next].flat();
  if (lines.length === 1) return "";
  const full = fence(redact(lines.join("\n")));
  if (estimateTokens(full) <= maxTokens) return full;
  return withinTokens([HEADING, ...briefLines(ledgers)], maxTokens, { fewestChars: FEWEST_CHARS_WITH_LABEL });
}

/** The decisions that a question needs, in the order in which they answer it: rather fewer than half of each. */
export const levelTwo = (query: string, found: readonly string[], maxTokens: number): string =>
  found.length === 0
    ? ""
    : withinTokens([`## Decisions: ${oneLine(query, LONGEST_LINE)}`, ...found], maxTokens, {
        fewestChars: 3 * LONGEST_LINE,
      });

/** A decision with all that it says. */
function wholeDecision(one: Decision, now: number): string[] {
  const details = [
    ...(one.rationale === "" ? ["rationale: not given"] : []),
    ...one.alternatives.map((other) => `not chosen: ${foldSpace(other)}`),
    ...one.evidence.map(({ path, line, quote }) => `evidence: ${foldSpace(quote)} (${path}:${line})`),
    ...one.testScenarios.map(({ name, type, expected }) =>
      foldSpace(`test: ${name} (${type})${expected === "" ? "" : `: ${expected}`}`),
    ),
  ];
  const source = sourceOf(one, now);
  return [
    `- ${foldSpace(wordsOf(one, Number.POSITIVE_INFINITY))} ${source}`,
    ...details.map((detail) => `  - ${detail} ${source}`),
  ];
}

/** All of it, uncut. */
export function levelThree(ledgers: Ledgers): string {
  const { workState, decisions, now, task } = ledgers;
  const { task: named, next } = taskAndNext(ledgers, Number.POSITIVE_INFINITY);
  const when = task ? `[task, ${age(lastTouched(task), now)}]` : "";
  const source = inNotes(ledgers);
  const lines = [
    ...named,
    ...stateLines(ledgers, Number.POSITIVE_INFINITY),
    ...next,
    ...(task?.progress ? [`Progress: ${foldSpace(task.progress)} ${when}`] : []),
    ...(task?.blockers ?? []).map((blocker) => `Blocked by: ${foldSpace(blocker)} ${when}`),
    ...workState.places.map(({ identifier, purpose }) => `- ${identifier}: ${foldSpace(purpose)} ${source}`),
    ...decisions.flatMap((one) => wholeDecision(one, now)),
    ...workState.questions
      .filter(({ done }) => !done)
      .map(({ text }) => `- Open question: ${foldSpace(text)} ${source}`),
  ];
  return lines.length === 0 ? "" : fence(redact([HEADING, ...lines].join("\n")));
}
