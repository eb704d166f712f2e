import { fence, oneLine } from "../conversation/index.ts";
import { estimateTokens, formatDuration, redact } from "../core/index.ts";
import type { Decision, Task } from "./entries.ts";
import type { Standing } from "./notes/form.ts";

/* What a session is given of the ledgers, by level: each line says where it comes from and how old it is. */

export interface Ledgers {
  readonly standing: Standing;
  readonly task: Task | undefined;
  /** Newest first. */
  readonly decisions: readonly Decision[];
  readonly now: number;
}

export const LAST_DECISIONS = 3;
export const LONGEST_LINE = 160;

/** As many whole lines as the ceiling lets in, the first ones; the fence is counted. Nothing where not even two fit. */
export function withinTokens(lines: readonly string[], maxTokens: number): string {
  const textOf = (some: readonly string[]): string => fence(redact(some.join("\n")));
  const kept: string[] = [];
  for (const line of lines) {
    if (estimateTokens(textOf([...kept, line])) > maxTokens) break;
    kept.push(line);
  }
  return kept.length > 1 ? textOf(kept) : "";
}

const age = (at: string, now: number): string => {
  const ms = now - Date.parse(at);
  return Number.isNaN(ms) ? "undated" : `${formatDuration(Math.max(0, ms))} ago`;
};

export const decisionLine = ({ decision, rationale, ts, id }: Decision, now: number): string =>
  `- ${oneLine(decision, LONGEST_LINE)}${rationale === "" ? "" : ` (${oneLine(rationale, LONGEST_LINE)})`} [decision ${id.slice(-8)}, ${age(ts, now)}]`;

export function taskLines({ task }: Ledgers): string[] {
  const next = task?.nextSteps[0];
  return [
    ...(task ? [`Task: ${task.slug}, ${oneLine(task.title, LONGEST_LINE)} [task, ${task.status}]`] : []),
    ...(next === undefined ? [] : [`Next: ${oneLine(next, LONGEST_LINE)} [task]`]),
  ];
}

export function stateLines({ standing, now }: Ledgers): string[] {
  const when = standing.checkpoint === "" ? "" : ` [NOTES.md, ${age(standing.checkpoint, now)}]`;
  return standing.state === "" ? [] : [`Reasoning state: ${oneLine(standing.state, LONGEST_LINE)}${when}`];
}

function standingLines(ledgers: Ledgers): string[] {
  const [task = [], ...next] = taskLines(ledgers);
  return [task, stateLines(ledgers), next].flat();
}

/** Where the work stands and the last three decisions. */
export function levelOne(ledgers: Ledgers, maxTokens: number): string {
  const decisions = ledgers.decisions.slice(0, LAST_DECISIONS).map((one) => decisionLine(one, ledgers.now));
  const lines = [...standingLines(ledgers), ...decisions];
  return lines.length === 0 ? "" : withinTokens(["## Session Continuity", ...lines], maxTokens);
}

/** The decisions that a question needs, in the order in which they answer it. */
export const levelTwo = (query: string, found: readonly string[], maxTokens: number): string =>
  found.length === 0 ? "" : withinTokens([`## Decisions: ${oneLine(query, LONGEST_LINE)}`, ...found], maxTokens);

/** All of it. */
export function levelThree(ledgers: Ledgers): string {
  const { standing, decisions, now } = ledgers;
  const lines = [
    ...standingLines(ledgers),
    ...standing.places.map(({ identifier, purpose }) => `- ${identifier}: ${purpose} [NOTES.md]`),
    ...decisions.map((one) => decisionLine(one, now)),
    ...standing.questions.filter(({ done }) => !done).map(({ text }) => `- Open question: ${text} [NOTES.md]`),
  ];
  return lines.length === 0 ? "" : withinTokens(["## Session Continuity", ...lines], Number.POSITIVE_INFINITY);
}
