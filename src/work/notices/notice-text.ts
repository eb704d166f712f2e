import { formatDuration, redact } from "../../core/index.ts";
import { fence, NOTICE, oneLine } from "../../text/index.ts";
import { ageOf } from "../briefing/cite.ts";
import type { StatementKind } from "../reading/session-reading.ts";
import type { Entry, ThreadFailure, WorkState } from "../state.ts";

/* The short lines about the work that an agent, or the user, reads between starts. */

const LONGEST_QUOTE = 60;
const LONGEST_NAMED = 200;
const LONGEST_ERROR = 160;

const line = (text: string): string => `${NOTICE}${text}`;

export const noticeText = (lines: readonly string[]): string => fence(redact(lines.map(line).join("\n")));

const TOOLS = { rule: "set_rule", decision: "record_decision" } as const satisfies Record<StatementKind, string>;

export const recordRequest = (kind: StatementKind, words: string): string =>
  `if "${oneLine(words, LONGEST_QUOTE)}" is meant to last beyond this task, record it with ${TOOLS[kind]}.`;

export type DigestOccasion = "full" | "commit" | "finished";

export const digestRequest = (occasion: DigestOccasion): string =>
  ({
    full: "this context is filling up. Save your account of the work with session_digest before it is compacted.",
    commit: "committed. Save your account of the work so far with session_digest.",
    finished: "a thread is finished. Save what came of it with session_digest.",
  })[occasion];

export function namedLine({ kind, text, by, at, isRecorded }: Entry, what: string, now: number): string {
  const source = `${isRecorded ? "recorded" : by}, ${ageOf(at, now)}`;
  return `a ${kind} names ${what}: "${oneLine(text, LONGEST_NAMED)}" [${source}]`;
}

export const failureLine = ({ error, at }: ThreadFailure, now: number): string =>
  `this command failed before: ${oneLine(error, LONGEST_ERROR)} [${ageOf(at, now)}]`;

const counted = (count: number, what: string): string[] =>
  count === 0 ? [] : [`${count} ${what}${count === 1 ? "" : "s"}`];

/** The line for the user at a start; none where there is no work. */
export function summaryLine({ rules, decisions, threads }: WorkState, now: number): string | undefined {
  const inForce = (entries: readonly Entry[]) => entries.filter(({ supersededBy }) => supersededBy === null);
  const open = threads.filter(({ state }) => state === "open");
  const parts = [
    ...counted(inForce(rules).length, "rule"),
    ...counted(inForce(decisions).length, "decision"),
    ...counted(open.length, "open task"),
  ];
  if (parts.length === 0) return undefined;
  const last = [...rules, ...decisions]
    .map(({ at }) => at)
    .concat(threads.map(({ lastAt }) => lastAt))
    .sort()
    .at(-1);
  const age = formatDuration(now - Date.parse(last ?? ""))
    .split(" ", 2)
    .join(" ");
  return line(`${parts.join(", ")}, ${age} ago`);
}
