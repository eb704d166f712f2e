import { bodyOf, isCalled, type Notes, type Section, sectionsIn } from "../../markdown/index.ts";

export const DECISION_LOG = "Decision Log";
export const SESSION_CONTINUITY = "Session Continuity";

export interface NotedDecision {
  readonly title: string;
  readonly lines: readonly string[];
}

const DAY = /\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z?)?/;
const ROW = /^\s*\|(.*)\|\s*$/;
const RULE = /^[\s|:-]+$/;
const ITEM = /^(?:[-*+]|\d+[.)])\s+(.*)$/;

const cells = (row: string): string =>
  (ROW.exec(row)?.[1] ?? "")
    .split("|")
    .map((cell) => cell.trim())
    .filter((cell) => cell !== "")
    .join(" · ");

/** The rows of the tables in some lines, without their heads. */
function rowsIn(lines: readonly string[]): NotedDecision[] {
  const isHead = (at: number): boolean => ROW.test(lines[at + 1] ?? "") && RULE.test(lines[at + 1] ?? "");
  return lines.flatMap((line, at) => {
    if (!ROW.test(line) || RULE.test(line) || isHead(at)) return [];
    const title = cells(line);
    return title === "" ? [] : [{ title, lines: [line] }];
  });
}

const itemsIn = (lines: readonly string[]): NotedDecision[] =>
  lines.flatMap((line) => {
    const title = ITEM.exec(line)?.[1]?.trim();
    return title ? [{ title, lines: [line] }] : [];
  });

/** Newest first: by their dates where all have one, else the log is taken to grow at its end. */
function newestFirst(decisions: readonly NotedDecision[]): NotedDecision[] {
  const dated = decisions.map((decision, at) => ({ decision, at, day: DAY.exec(decision.title)?.[0] ?? "" }));
  const byDate = dated.every(({ day }) => day !== "");
  return dated
    .sort((a, b) => (byDate && a.day !== b.day ? (a.day < b.day ? 1 : -1) : b.at - a.at))
    .map(({ decision }) => decision);
}

/** The decisions of a log: one under each heading, else one in each row, else one in each item. */
function decisionsOf(notes: Notes, log: Section): NotedDecision[] {
  const inner = sectionsIn(notes, log);
  const upper = inner.reduce((highest, { level }) => Math.min(highest, level), Number.POSITIVE_INFINITY);
  const headed = inner
    .filter(({ level }) => level === upper)
    .map((section: Section) => ({ title: section.title, lines: notes.lines.slice(section.from, section.to) }));
  const loose = notes.lines.slice(log.bodyFrom, inner[0]?.from ?? log.to);
  const rows = rowsIn(loose);
  return headed.length > 0 || rows.length > 0 ? [...rows, ...headed] : itemsIn(bodyOf(notes, log));
}

/** The decisions of all logs in the notes, newest first: an older log may follow the section that is in use. */
export function decisionsIn(notes: Notes): NotedDecision[] {
  const logs = notes.sections.filter(({ title }) => isCalled(title, DECISION_LOG));
  const outer = logs.filter((log) => !logs.some((other) => other.from < log.from && log.from < other.to));
  return newestFirst(outer.flatMap((log) => decisionsOf(notes, log)));
}
