import { isCalled } from "../../../../markdown/index.ts";
import type { WrittenDecision } from "../../ledger-entries.ts";
import { type Continuity, type KnownPlace, PLACES_HEAD, type Question } from "../continuity.ts";
import { COMMENTS } from "../template.ts";
import { readDecision } from "./decision.ts";
import { readItems, unescaped } from "./items.ts";
import { asLines, type Chapter, type Leftover, left, outlineOf, type Part, partsOf } from "./outline.ts";

/* Parses the section as people leave it: what is understood, and what is left over. */

const OURS: ReadonlySet<string> = new Set(Object.values(COMMENTS));

const withoutComments = (parts: readonly Part[]): Part[] => parts.filter(({ lines }) => !OURS.has(lines.join("\n")));

/** A decision in the log. */
export interface LogEntry {
  readonly decision: WrittenDecision;
  /** Its heading and the text below it. */
  readonly lines: readonly string[];
  /** Sections inside it. */
  readonly inner: readonly string[];
  readonly left: Leftover;
}

interface Read {
  readonly values: Partial<Continuity>;
  readonly left: Leftover;
  readonly log?: readonly LogEntry[];
}

const FIELDS: Readonly<Record<string, "task" | "checkpoint" | "state">> = {
  Task: "task",
  Bead: "task",
  "Last Checkpoint": "checkpoint",
  "Reasoning State": "state",
};

function readContext(parts: readonly Part[]): Read {
  const values: { task?: string; checkpoint?: string; state?: string } = {};
  const items = readItems(parts, (words) => {
    const [, label = "", value = ""] = /^\*\*(?:Current )?([\w ]+?)(?:\*\*:|:\*\*) ?(.*)$/u.exec(words) ?? [];
    const field = FIELDS[label];
    if (field === undefined || values[field] !== undefined) return [];
    values[field] = unescaped(value);
    return [field];
  });
  return { values, left: items.left };
}

/** `isAll`: whether the row has nothing else. */
function readRow(line: string): { readonly places: readonly KnownPlace[]; readonly isAll: boolean } {
  const row = line.trim().replace(/^\||\|$/gu, "");
  const cells = row.split(/(?<!\\)\|/u).map((cell) => unescaped(cell.replaceAll("\\|", "|")));
  const [identifier = "", purpose = "", verified = "", ...more] = cells;
  if (!identifier.startsWith("$")) return { places: [], isAll: false };
  return { places: [{ identifier, purpose, verified }], isAll: more.every((cell) => cell === "") };
}

const isRule = (line: string | undefined): boolean => /^[\s|:-]*-[\s|:-]*$/u.test(line ?? "");
const cellsOf = (row: string): string =>
  row
    .toLowerCase()
    .replace(/[\s|]+/gu, " ")
    .trim();

/** The rows of a table; those that are not understood stay a table, under the same head. */
function readPlaces(parts: readonly Part[]): Read {
  const places: KnownPlace[] = [];
  const rest = parts.flatMap(({ lines }) => {
    const head = isRule(lines[1]) ? lines.slice(0, 2) : [];
    const rows = lines.slice(head.length);
    const isOurs = head.length === 0 || cellsOf(head[0] ?? "") === cellsOf(PLACES_HEAD);
    const over = rows.filter((row) => {
      const { places: found, isAll } = readRow(row);
      places.push(...found);
      return !isAll;
    });
    if (!isOurs) return left(lines);
    if (over.length === 0) return [];
    return left(head.length === 0 ? lines : [...head, ...over]);
  });
  return { values: { places }, left: rest };
}

/** A heading with nothing of its own, over others: the others are the decisions. */
const isGroup = ({ own, inner }: Chapter): boolean => inner.length > 0 && own.every((line) => line.trim() === "");

function readLog({ own, inner }: Pick<Chapter, "own" | "inner">): { log: LogEntry[]; left: Leftover } {
  const read = inner.map((chapter) => {
    if (isGroup(chapter)) {
      const group = readLog(chapter);
      return { log: group.log, left: [...left(chapter.heading), ...group.left] };
    }
    const { read: decisions, left: over } = readDecision(chapter);
    const lines = [...chapter.heading, ...chapter.own];
    const nested = chapter.inner.flatMap((one) => one.lines);
    const log = decisions.map((decision) => ({ decision, lines, inner: nested, left: over }));
    return { log, left: log.length === 0 ? over : [] };
  });
  const loose = withoutComments(partsOf(own)).flatMap(({ lines }) => left(lines));
  return { log: read.flatMap((one) => one.log), left: [...loose, ...read.flatMap((one) => one.left)] };
}

function readQuestions(parts: readonly Part[]): Read {
  const { read, left: rest } = readItems(parts, (words): Question[] => {
    const [, tick = " ", text = ""] = /^(?:\[([ xX])\] +)?(\S.*)$/u.exec(words) ?? [];
    return text === "" ? [] : [{ text: unescaped(text), done: tick !== " " }];
  });
  return { values: { questions: [...read] }, left: rest };
}

const PARTS: Readonly<Record<string, (parts: readonly Part[]) => Read>> = {
  "active context": readContext,
  "lightweight identifiers": readPlaces,
  "pending questions": readQuestions,
};

const LOG = "decision log";
const ABOVE = "session continuity";

const nameOf = ({ title }: Chapter): string | undefined =>
  [...Object.keys(PARTS), LOG, ABOVE].find((name) => isCalled(title, name));

/** Whether a part of the section is called so. */
export const isPart = (title: string): boolean => [...Object.keys(PARTS), LOG].some((name) => isCalled(title, name));

/** Whether a chapter, or one inside, is a part of the section. */
const isKnown = (chapter: Chapter): boolean => nameOf(chapter) !== undefined || chapter.inner.some(isKnown);

function readChapter(chapter: Chapter): Read[] {
  const name = nameOf(chapter);
  if (name === LOG) {
    const { log, left: rest } = readLog(chapter);
    return [{ values: {}, left: rest, log }];
  }
  const part = name === undefined ? undefined : PARTS[name];
  if (part) {
    const read = part(withoutComments(partsOf(chapter.own)));
    return [read, ...chapter.inner.flatMap(readChapter)];
  }
  if (!isKnown(chapter)) return [{ values: {}, left: left(chapter.lines) }];
  const heading = name === ABOVE ? [] : chapter.heading;
  return [{ values: {}, left: left(heading) }, ...readAll(chapter)];
}

function readAll({ own, inner }: Chapter): Read[] {
  const loose = withoutComments(partsOf(own)).flatMap(({ lines }) => left(lines));
  return [{ values: {}, left: loose }, ...inner.flatMap(readChapter)];
}

/** A copied decision still has the id of the original. */
function eachItsOwn(log: readonly LogEntry[]): LogEntry[] {
  const seen = new Set<string>();
  return log.map((entry) => {
    const { id, ...copy } = entry.decision;
    if (id === undefined || !seen.has(id)) {
      if (id !== undefined) seen.add(id);
      return entry;
    }
    return { ...entry, decision: { ...copy, ts: "" } };
  });
}

const firstOf = (read: readonly Read[], field: "task" | "checkpoint" | "state"): string =>
  read.map(({ values }) => values[field]).find((value) => value !== undefined) ?? "";

/** Parses the section, also after a person edited it. */
export function readSection(text: string) {
  const read = readAll(outlineOf(text));
  const log = eachItsOwn(read.flatMap((one) => one.log ?? []));
  const loose = read.flatMap((one) => one.left);
  return {
    continuity: {
      task: firstOf(read, "task"),
      checkpoint: firstOf(read, "checkpoint"),
      state: firstOf(read, "state"),
      places: read.flatMap(({ values }) => values.places ?? []),
      decisions: log.map(({ decision }) => decision),
      questions: read.flatMap(({ values }) => values.questions ?? []),
    },
    log,
    /** Markdown lines that have no place in the section, without those of log entries that stay unchanged. */
    left: (staying: ReadonlySet<LogEntry> = new Set()): readonly string[] =>
      asLines([...loose, ...log.flatMap((entry) => (staying.has(entry) ? [] : entry.left))]),
  };
}

export const readContinuity = (text: string): Continuity => readSection(text).continuity;
