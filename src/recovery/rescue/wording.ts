import type { Predicted } from "./prediction.ts";
import type { Step } from "./steps.ts";

/** What may be told, the likeliest first, and where its names stand. */
export interface Likely {
  readonly predicted: readonly Predicted[];
  readonly places: ReadonlyMap<string, Place>;
}

/** More than that nobody takes in. */
const MOST_THINGS = 70;
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
  const most = predicted.slice(0, MOST_THINGS);
  const names = new Set(most.flatMap(({ kind, value }) => (kind === "name" ? [value] : [])));
  const places = new Map<string, Place>();
  for (const { file, lines, things } of steps) {
    if (file === undefined) continue;
    for (const name of names) {
      if (!things.has(`name ${name}`)) continue;
      const known = places.get(name);
      const line = lines.get(name) ?? (known?.file === file ? known.line : undefined);
      // Where it is defined, it is at home; elsewhere it is only used.
      if (line !== undefined || known?.line === undefined) places.set(name, { file, line });
    }
  }
  return { predicted: most, places };
}

interface FileLine {
  readonly file: string;
  readonly names: { readonly name: string; readonly line: number | undefined }[];
}

/** Things in the order and form in which they are told. */
interface Told {
  readonly files: FileLine[];
  readonly commands: string[];
  readonly references: string[];
  readonly names: string[];
}

function arranged(chosen: readonly Predicted[], places: ReadonlyMap<string, Place>): Told {
  const files = new Map<string, FileLine>();
  const lineOf = (file: string): FileLine => {
    const known = files.get(file) ?? { file, names: [] };
    files.set(file, known);
    return known;
  };
  const told: Omit<Told, "files"> = { commands: [], references: [], names: [] };
  const placed = new Map<string, number>();
  for (const { kind, value } of chosen) {
    const place = kind === "name" ? places.get(value) : undefined;
    if (place) placed.set(place.file, (placed.get(place.file) ?? 0) + 1);
    if (kind === "path") lineOf(value);
  }
  for (const { kind, value } of chosen) {
    const place = kind === "name" ? places.get(value) : undefined;
    const isAtItsFile = place && (files.has(place.file) || (placed.get(place.file) ?? 0) >= WORTH_A_LINE);
    if (isAtItsFile) lineOf(place.file).names.push({ name: value, line: place.line });
    else if (kind === "command") told.commands.push(value);
    else if (kind === "name") told.names.push(value);
    else if (kind !== "path") told.references.push(value);
  }
  return { ...told, files: [...files.values()] };
}

const fileText = ({ file, names }: FileLine): string =>
  names.length === 0
    ? file
    : `${file}: ${names.map(({ name, line }) => (line === undefined ? name : `${name} :${line}`)).join(", ")}`;

const section = (title: string, text: string): string[] => (text === "" ? [] : [`**${title}**: ${text}`]);

function worded({ files, commands, references, names }: Told): string {
  const withNames = files.filter((one) => one.names.length > 0);
  const bare = files.filter((one) => one.names.length === 0).map(({ file }) => file);
  return [
    ...section("Files", bare.join(", ")),
    ...section("Commands", commands.map((command) => `\`${command}\``).join(", ")),
    ...section("References", references.join(", ")),
    ...(withNames.length > 0 ? ["**Where to look** (:line as last read):"] : []),
    ...withNames.map((one) => `- ${fileText(one)}`),
    ...section("Names", names.join(", ")),
  ].join("\n");
}

export interface Telling {
  readonly text: string;
  readonly told: readonly Predicted[];
}

/** As many of the things as fit, the likeliest first, put where they belong. */
export function tell({ predicted, places }: Likely, room: number): Telling {
  const textOf = (count: number) => worded(arranged(predicted.slice(0, count), places));
  let [fits, tooMany] = [0, predicted.length + 1];
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1;
    if (textOf(middle).length <= room) fits = middle;
    else tooMany = middle;
  }
  return { text: textOf(fits), told: predicted.slice(0, fits) };
}
