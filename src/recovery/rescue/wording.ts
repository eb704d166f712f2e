import type { Range } from "./lines.ts";
import type { Predicted } from "./prediction.ts";
import { partsOf } from "./situation.ts";
import type { Step } from "./steps.ts";

/** What may be told, the likeliest first, and where its names stand. */
export interface Likely {
  readonly predicted: readonly Predicted[];
  readonly places: ReadonlyMap<string, Place>;
  /** The files in work, and the parts of each that were looked at last. */
  readonly ranges: ReadonlyMap<string, readonly Range[]>;
  /** What is written like a path and is perhaps a branch or a package: no file was ever seen there. */
  readonly unproven: ReadonlySet<string>;
}

/** So many files are in work at a time, with so many places in each. */
const FILES_IN_WORK = 5;
const PLACES_IN_EACH = 4;

/** The files that were touched last, and where. */
function inWork(steps: readonly Step[]): Map<string, Range[]> {
  const files = new Map<string, Range[]>();
  for (const { file, range } of [...steps].reverse()) {
    if (file === undefined || (!files.has(file) && files.size === FILES_IN_WORK)) continue;
    const ranges = files.get(file) ?? [];
    files.set(file, ranges);
    const isNew = range && !ranges.some(({ from, to }) => range.from <= to && range.to >= from);
    if (isNew && ranges.length < PLACES_IN_EACH) ranges.push(range);
  }
  return files;
}

/** More than that nobody takes in, unless there is room to spread them out. */
const MOST_TOLD = 60;
const CHARS_EACH = 25;
/** So many are kept ready. */
const MOST_THINGS = 200;
/** So many names of one file are told with it. */
const WORTH_A_LINE = 2;

/** Where something stands in a file. */
export interface Place {
  readonly file: string;
  /** Where it is defined, if that was seen. */
  readonly line: number | undefined;
}

/** The likeliest, with the file and line where each name was seen last: a few kilobytes, however long the session was. */
export function likely(predicted: readonly Predicted[], steps: readonly Step[]): Likely {
  const most = withoutImplied(predicted).slice(0, MOST_THINGS);
  const names = most.filter(({ kind }) => kind === "name");
  const places = new Map<string, Place>();
  for (const { file, lines, things } of steps) {
    if (file === undefined) continue;
    for (const { key, value: name } of names) {
      if (!things.has(key)) continue;
      const known = places.get(name);
      const line = lines.get(name) ?? (known?.file === file ? known.line : undefined);
      // Where it is defined, it is at home; elsewhere it is only used.
      if (line !== undefined || known?.line === undefined) places.set(name, { file, line });
    }
  }
  return { predicted: most, places, ranges: inWork(steps), unproven: unproven(most, steps) };
}

/** Without the endings and folders of paths that will be told in full. */
function withoutImplied(predicted: readonly Predicted[]): Predicted[] {
  const implied = new Set<string>();
  for (const { kind, value } of predicted.slice(0, MOST_TOLD))
    if (kind === "path") for (const part of partsOf(value)) implied.add(part);
  return predicted.filter(({ kind, value }) => kind !== "path" || !implied.has(value));
}

/** A file by its ending, or anything whose name begins with a dot: nobody calls a branch or a package so. */
const SURELY_A_PLACE = /[^/]\.\w{1,10}$|(?:^|\/)\.\w/;

/** Of these, the paths that are neither files nor folders of files that came up. */
function unproven(predicted: readonly Predicted[], steps: readonly Step[]): Set<string> {
  const places = new Set<string>();
  for (const { file, things } of steps) {
    if (file !== undefined) places.add(file);
    for (const key of things) if (key.startsWith("path ") && SURELY_A_PLACE.test(key)) places.add(key.slice(5));
  }
  const all = [...places];
  const isPlace = (path: string) =>
    SURELY_A_PLACE.test(path) || places.has(path) || all.some((place) => place.startsWith(`${path}/`));
  const paths = predicted.filter(({ kind }) => kind === "path").map(({ value }) => value);
  return new Set(paths.filter((path) => !isPlace(path)));
}

interface FileLine {
  readonly file: string;
  /** Whether its whole path is to be told; otherwise the agent knows it, and its end will do. */
  readonly isTold: boolean;
  readonly ranges: readonly Range[];
  readonly names: { readonly name: string; readonly line: number | undefined }[];
  readonly isChanged?: boolean;
}

/** Things in the order and form in which they are told. */
interface Told {
  readonly files: FileLine[];
  readonly commands: string[];
  readonly references: string[];
  readonly names: string[];
  readonly outcomes?: ReadonlyMap<string, string>;
}

function arranged(chosen: readonly Predicted[], { places, ranges, unproven: elsewhere }: Likely): Told {
  const files = new Map<string, FileLine>();
  const paths = new Set(chosen.flatMap(({ kind, value }) => (kind === "path" && !elsewhere.has(value) ? [value] : [])));
  const lineOf = (file: string): FileLine => {
    const known = files.get(file) ?? { file, isTold: paths.has(file), ranges: ranges.get(file) ?? [], names: [] };
    files.set(file, known);
    return known;
  };
  for (const [file, parts] of ranges) if (parts.length > 0) lineOf(file);
  const told: Omit<Told, "files"> = { commands: [], references: [], names: [] };
  const placed = new Map<string, number>();
  for (const { kind, value } of chosen) {
    const place = kind === "name" ? places.get(value) : undefined;
    if (place) placed.set(place.file, (placed.get(place.file) ?? 0) + 1);
  }
  for (const path of paths) lineOf(path);
  for (const { kind, value } of chosen) {
    const place = kind === "name" ? places.get(value) : undefined;
    const isAtItsFile = place && (files.has(place.file) || (placed.get(place.file) ?? 0) >= WORTH_A_LINE);
    if (isAtItsFile) lineOf(place.file).names.push({ name: value, line: place.line });
    else if (kind === "command") told.commands.push(value);
    else if (kind === "name") told.names.push(value);
    else if (kind !== "path" || elsewhere.has(value)) told.references.push(value);
  }
  return { ...told, files: [...files.values()] };
}

const KNOWN_BY = 2;

/** `src/a.ts:12-40,80-95 readAll :14, writeAll` */
function fileText({ file: path, isTold, ranges, names, isChanged }: FileLine): string {
  const file = isTold ? path : path.split("/").slice(-KNOWN_BY).join("/");
  const inOrder = [...ranges].sort((a, b) => a.from - b.from).map(({ from, to }) => `${from}-${to}`);
  const parts = `${inOrder.length === 0 ? "" : `:${inOrder.join(",")}`}${isChanged ? " (edited)" : ""}`;
  const named = names.map(({ name, line }) => (line === undefined ? name : `${name} :${line}`)).join(", ");
  return named === "" ? `${file}${parts}` : `${file}${parts} ${named}`;
}

/** What became of commands, and which files were changed: told in a word where there is room left. */
export interface Noted {
  readonly outcomes: ReadonlyMap<string, string>;
  readonly changed: readonly string[];
}

const NOTHING_NOTED: Noted = { outcomes: new Map(), changed: [] };

function withNotes(told: Told, { outcomes, changed }: Noted): Told {
  const isChanged = (file: string) => changed.some((path) => path === file || path.endsWith(`/${file}`));
  return {
    ...told,
    files: told.files.map((line) => (isChanged(line.file) ? { ...line, isChanged: true } : line)),
    outcomes,
  };
}

const section = (title: string, text: string): string[] => (text === "" ? [] : [`**${title}**: ${text}`]);

function worded({ files, commands, references, names, outcomes }: Told): string {
  const commandText = (command: string) => {
    const outcome = outcomes?.get(command);
    return outcome === undefined ? `\`${command}\`` : `\`${command}\` → ${outcome}`;
  };
  const isBare = ({ names: own, ranges }: FileLine) => own.length === 0 && ranges.length === 0;
  const places = files.filter((one) => !isBare(one));
  const bare = files.filter(isBare).map((line) => (line.isChanged ? `${line.file} (edited)` : line.file));
  return [
    ...section("Files", bare.join(", ")),
    ...section("Commands", commands.map(commandText).join(", ")),
    ...section("References", references.join(", ")),
    ...(places.length > 0 ? ["**Where to look** (lines as last read):"] : []),
    ...places.map((one) => `- ${fileText(one)}`),
    ...section("Names", names.join(", ")),
  ].join("\n");
}

export interface Telling {
  readonly text: string;
  readonly told: readonly Predicted[];
}

/** With as many of the files in work as fit, those that were touched last. */
function withFilesIn(likely: Likely, room: number): Likely {
  for (let count = likely.ranges.size; count > 0; count--) {
    const fewer = { ...likely, ranges: new Map([...likely.ranges].slice(0, count)) };
    if (worded(arranged([], fewer)).length <= room) return fewer;
  }
  return { ...likely, ranges: new Map() };
}

/** As many of the things as fit, the likeliest first, put where they belong; fewer where so many other things are told besides. */
export function tell(all: Likely, room: number, besides = 0, noted = NOTHING_NOTED): Telling {
  const likely = withFilesIn(all, room);
  const { predicted } = likely;
  const textOf = (count: number) => worded(arranged(predicted.slice(0, count), likely));
  const most = Math.max(MOST_TOLD, Math.floor(room / CHARS_EACH)) - besides;
  let [fits, tooMany] = [0, Math.min(predicted.length, most) + 1];
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1;
    if (textOf(middle).length <= room) fits = middle;
    else tooMany = middle;
  }
  const told = predicted.slice(0, fits);
  const annotated = worded(withNotes(arranged(told, likely), noted));
  return { text: annotated.length <= room ? annotated : textOf(fits), told };
}
