import { homedir } from "node:os";
import { stripVTControlCharacters } from "node:util";
import Table from "cli-table3";
import columnsOf from "fast-string-width";
import pc from "picocolors";

/** Colors only on a terminal, and not if NO_COLOR is set. */
export const colors = pc.createColors(
  Boolean(process.stdout.isTTY) && process.env.NO_COLOR === undefined && process.env.TERM !== "dumb",
);

/** The width of a line; without a terminal there is no limit, and nothing is shortened. */
export const lineWidth: number | undefined = process.stdout.columns || Number(process.env.COLUMNS) || undefined;

export const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

export const printError = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

/** Control characters and bidirectional marks, except line ends and tabs. */
const COMMANDS = /\r(?!\n)|[^\P{Cc}\t\n\r]|[\u202A-\u202E\u2066-\u2069]/gu;

const codeOf = (character: string): string => character.charCodeAt(0).toString(16).padStart(4, "0");

/** Equivalent JSON with such characters escaped. */
export const printJson = (value: unknown, indent = 2): void =>
  print(JSON.stringify(value, null, indent).replace(COMMANDS, (character) => `\\u${codeOf(character)}`));

/** Makes foreign text safe for a terminal: colors are removed, other control characters are escaped. */
export const legible = (text: string): string =>
  stripVTControlCharacters(text).replace(COMMANDS, (character) => `<U+${codeOf(character).toUpperCase()}>`);

/** An answer with all its texts made safe. */
export function legibleAnswer(value: unknown): unknown {
  if (typeof value === "string") return legible(value);
  if (Array.isArray(value)) return value.map(legibleAnswer);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, legibleAnswer(inner)]));
}

/** The end of an id identifies it; its beginning is a timestamp that others share. */
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

/** Each path by as much of its end as makes it unique. */
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

/** At most `room` characters, cut in the middle: the end of a path matters most. */
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

/** Wraps lines to the terminal's width; continuation lines start with `indent`. */
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

/** Cuts a cell to the width that `others` leave, with a minimum. */
export const cell = (text: string, others: number): string =>
  lineWidth === undefined ? text : cut(text, Math.max(LEAST_ROOM, lineWidth - others));

/** The width left for the last column. */
function roomForLast(rows: readonly (readonly string[])[]): number | undefined {
  if (lineWidth === undefined) return undefined;
  const widths: number[] = [];
  for (const row of rows) {
    for (const [at, cell] of row.slice(0, -1).entries()) widths[at] = Math.max(widths[at] ?? 0, columnsOf(cell));
  }
  const taken = widths.reduce((sum, width) => sum + width + BORDERLESS.middle.length, 0);
  return Math.max(LEAST_ROOM, lineWidth - taken);
}

/** A table: aligned columns, a bold head, no lines. The last column is cut to the terminal's width. */
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
    // The table counts double-width characters.
    ...(room !== undefined && { colWidths: [...(fitted[0] ?? head).slice(1).map(() => null), room] }),
  });
  for (const row of fitted) drawn.push(row);
  return drawn
    .toString()
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n");
}

/** Labeled values, one per line; empty ones are left out. */
export function facts(known: Readonly<Record<string, string | number | null>>): string {
  const stated = Object.entries(known).filter(([, value]) => value !== null && value !== "");
  return table(
    [],
    stated.map(([name, value]) => [name, String(value)]),
  );
}
