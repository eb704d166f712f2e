import { closeSync, fstatSync, mkdirSync, openSync, readSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { jsonIn, openRegularFile, placeInside } from "../../../core/index.ts";

export type Entry = Readonly<Record<string, unknown>>;

const CHUNK = 256 * 1024;
/** A file of one day and session; one that came with a repository may be larger. */
const LARGEST = 256_000_000;
const NEWLINE = 10;
const BYTE_ORDER_MARK = /^\uFEFF/;

/** The object on a line, or undefined for a line that holds none: half written, damaged, blank or something else. */
export function entryOf(line: string): Entry | undefined {
  const value = jsonIn(line.replace(BYTE_ORDER_MARK, ""));
  return isObject(value) ? value : undefined;
}

export const isObject = (value: unknown): value is Entry =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The lines of a file, a piece at a time: a trajectory may be larger than a string can be. */
function* linesOf(path: string): Generator<string> {
  const opened = openRegularFile(path, LARGEST);
  if (!opened) return;
  const { file } = opened;
  try {
    const chunk = Buffer.allocUnsafe(CHUNK);
    let rest: Buffer[] = [];
    for (let length = readSync(file, chunk); length > 0; length = readSync(file, chunk)) {
      let from = 0;
      for (let end = chunk.indexOf(NEWLINE); end >= 0 && end < length; end = chunk.indexOf(NEWLINE, from)) {
        yield Buffer.concat([...rest, chunk.subarray(from, end)]).toString("utf8");
        rest = [];
        from = end + 1;
      }
      rest.push(Buffer.from(chunk.subarray(from, length)));
    }
    yield Buffer.concat(rest).toString("utf8");
  } finally {
    closeSync(file);
  }
}

/** The entries of a trajectory, oldest first; none where there is no file. Whatever else is in it is passed over. */
export function* entriesOf(path: string): Generator<Entry> {
  for (const line of linesOf(path)) {
    const entry = entryOf(line);
    if (entry) yield entry;
  }
}

function endsInsideALine(file: number): boolean {
  const { size } = fstatSync(file);
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  readSync(file, last, 0, 1, size - 1);
  return last[0] !== NEWLINE;
}

/**
 * Adds lines, in one write at the end of the file, so that those of several writers never mix. What a crash left half
 * written is closed first: it stays a line of its own. Refused where a link leads out of the folder.
 */
export function appendEntries(path: string, entries: readonly Entry[], folder: string): void {
  placeInside(folder, path);
  mkdirSync(dirname(path), { recursive: true });
  const present = openRegularFile(path, LARGEST);
  if (present) closeSync(present.file);
  const file = openSync(path, "a+");
  try {
    const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
    const bytes = Buffer.from(`${endsInsideALine(file) ? "\n" : ""}${lines}`);
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
  } finally {
    closeSync(file);
  }
}
