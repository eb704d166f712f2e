import { homedir } from "node:os";
import { stripVTControlCharacters } from "node:util";
import Table from "cli-table3";
import columnsOf from "fast-string-width";
import pc from "picocolors";

/** Colors only where a person looks: on a terminal, and not against their wish. */
export const colors = pc.createColors(
  Boolean(process.stdout.isTTY) && process.env.NO_COLOR === undefined && process.env.TERM !== "dumb",
);

/** What a line may hold; without a terminal there is no limit, and no id or path is shortened for one. */
export const lineWidth: number | undefined = process.stdout.columns || Number(process.env.COLUMNS) || undefined;

export const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

export const printError = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

/** What a terminal obeys, and what makes it show text in another order than it has; ends of lines and tabs apart. */
const COMMANDS = /\r(?!\n)|[^\P{Cc}\t\n\r]|[\u202A-\u202E\u2066-\u2069]/gu;

const codeOf = (character: string): string => character.charCodeAt(0).toString(16).padStart(4, "0");

/** The same text as JSON reads it, with such characters in the form that JSON has for them. */
export const printJson = (value: unknown): void => print(escaped(JSON.stringify(value, null, 2)));

/** The same on one line. */
export const printJsonLine = (value: unknown): void => print(escaped(JSON.stringify(value)));

const escaped = (json: string): string => json.replace(COMMANDS, (character) => `\\u${codeOf(character)}`);

/**
 * Somebody's words, which must not move the cursor, ring the bell or pose as others: colors are left out, the rest is
 * named.
 */
export const legible = (text: string): string =>
  stripVTControlCharacters(text).replace(COMMANDS, (character) => `<U+${codeOf(character).toUpperCase()}>`);

/** An answer with all the words in it made legible. */
export function legibleAnswer(value: unknown): unknown {
  if (typeof value === "string") return legible(value);
  if (Array.isArray(value)) return value.map(legibleAnswer);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, legibleAnswer(inner)]));
}

/** Enough of an id to name it by: its end, for the beginning is a time that its neighbors share. */
export const shortId = (id: string): string => (lineWidth === undefined ? id : id.slice(-8));

/** A path as people write it. */
export function tilde(path: string): string {
  const home = process.env.HOME || homedir();
  return lineWidth !== undefined && (path === home || path.startsWith(`${home}/`))
    ? `~${path.slice(home.length)}`
    : path;
}

const LONGEST_PATH_NAME = 30;
const endOf = (path: string, parts: number): string => path.split(/[/\\]/).slice(-parts).join("/");

/** Each path by as much of its end as tells it from the others. */
export function pathNames(paths: Iterable<string>): ReadonlyMap<string, string> {
  const all = [...new Set(paths)];
  const nameOf = (path: string, parts = 1): string => {
    const end = endOf(path, parts);
    const isClear = end === path || all.every((other) => other === path || endOf(other, parts) !== end);
    return isClear ? cut(end, LONGEST_PATH_NAME) : nameOf(path, parts + 1);
  };
  return new Map(all.map((path) => [path, lineWidth === undefined ? path : nameOf(path)]));
}

const LONGEST_EXCERPT = 200;
const LEAST_ROOM = 10;

/** The beginning of a text on one line. */
export function excerpt(text: string): string {
  const beginning = text.slice(0, 10 * LONGEST_EXCERPT);
  return cut(beginning.replace(/\s+/g, " ").trim(), LONGEST_EXCERPT);
}

/** No longer than `room`; of a path the end says most, and the beginning where it lies. */
function cut(text: string, room: number): string {
  const characters = [...text];
  if (characters.length <= room) return text;
  const tail = /^[~/]\S*$/.test(text) ? Math.floor((room - 1) * 0.8) : 0;
  return [...characters.slice(0, room - 1 - tail), "…", ...characters.slice(characters.length - tail)].join("");
}

function broken(line: string, indent: string, width: number): string[] {
  const [lead = ""] = /^ */.exec(line) ?? [];
  const rows: string[] = [];
  for (const word of line.slice(lead.length).split(" ")) {
    const row = rows.at(-1);
    if (row === undefined) rows.push(`${lead}${word}`);
    else if (columnsOf(row) + 1 + columnsOf(word) > width) rows.push(`${lead}${indent}${word}`);
    else rows[rows.length - 1] = `${row} ${word}`;
  }
  return rows;
}

/** Lines no longer than the terminal is wide, broken between words; `indent` is put before what is broken off. */
export function wrap(text: string, indent = "", width = lineWidth): string {
  if (width === undefined) return text;
  return text
    .split("\n")
    .flatMap((line) => broken(line, indent, width))
    .join("\n");
}

const BORDERLESS = {
  ...{ top: "", "top-mid": "", "top-left": "", "top-right": "", bottom: "", "bottom-mid": "", "bottom-left": "" },
  ...{ "bottom-right": "", left: "", "left-mid": "", mid: "", "mid-mid": "", right: "", "right-mid": "", middle: "  " },
};

/** A cell that takes what `others` leave of the terminal's line, and at least a little. */
export const cell = (text: string, others: number): string =>
  lineWidth === undefined ? text : cut(text, Math.max(LEAST_ROOM, lineWidth - others));

/** What is left of the line for the last column. */
function roomForLast(rows: readonly (readonly string[])[]): number | undefined {
  if (lineWidth === undefined) return undefined;
  const widths: number[] = [];
  for (const row of rows) {
    for (const [at, cell] of row.slice(0, -1).entries()) widths[at] = Math.max(widths[at] ?? 0, columnsOf(cell));
  }
  const taken = widths.reduce((sum, width) => sum + width + BORDERLESS.middle.length, 0);
  return Math.max(LEAST_ROOM, lineWidth - taken);
}

/** A table for people: aligned columns, a bold head, no lines. Its last column gives way to the terminal's width. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const room = roomForLast([head, ...rows]);
  const fitted = rows.map((row) => {
    const last = row.at(-1);
    return room === undefined || last === undefined ? [...row] : [...row.slice(0, -1), cut(last, room)];
  });
  const drawn = new Table({
    head: head.map((title) => colors.bold(title)),
    chars: BORDERLESS,
    style: { head: [], border: [], "padding-left": 0, "padding-right": 0 },
    // Characters of double width are counted by the table itself.
    ...(room !== undefined && { colWidths: [...(fitted[0] ?? head).slice(1).map(() => null), room] }),
  });
  for (const row of fitted) drawn.push(row);
  return drawn
    .toString()
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n");
}

/** What is known of one thing, a line each; what is not known is left out. */
export function facts(known: Readonly<Record<string, string | number | null>>): string {
  return table(
    [],
    Object.entries(known).flatMap(([name, value]) => (value === null || value === "" ? [] : [[name, String(value)]])),
  );
}
