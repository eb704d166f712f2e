import { closeSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { looksBinary } from "../../../core/index.ts";
import { readable } from "../readable.ts";

export interface FileFigures {
  readonly file: string;
  readonly lines: number;
  readonly size_bytes: number;
  readonly extension: string;
  readonly estimated_tokens: number;
}

const SAMPLE = 8192;
const CHUNK = 256 * 1024;
const NEWLINE = 10;
const BYTES_PER_TOKEN = 4;

/** What version control and package managers keep is not what anybody means to read. */
const NOT_READ = new Set([".git", ".hg", ".svn", "node_modules"]);

export const tokensIn = (bytes: number): number => Math.floor(bytes / BYTES_PER_TOKEN);

/** One buffer for all files: a folder has thousands of them. */
const chunk = Buffer.allocUnsafe(CHUNK);

function newlinesIn(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) count++;
  return count;
}

/** The figures of a file as its bytes are now; undefined for a binary one where these are to be left out. */
function measure(path: string, { withBinaries }: { withBinaries: boolean }): FileFigures | undefined {
  const file = openSync(path, "r");
  try {
    let lines = 0;
    let size = 0;
    for (let length = readSync(file, chunk); length > 0; length = readSync(file, chunk)) {
      if (size === 0 && !withBinaries && looksBinary(chunk.subarray(0, Math.min(length, SAMPLE)))) return undefined;
      lines += newlinesIn(chunk.subarray(0, length));
      size += length;
    }
    const extension = extname(path).slice(1);
    return { file: path, lines, size_bytes: size, extension, estimated_tokens: tokensIn(size) };
  } finally {
    closeSync(file);
  }
}

export type Kind = "file" | "folder" | "other" | "nothing";

export function kindAt(path: string): Kind {
  const found = readable(() => statSync(path));
  if (!found) return "nothing";
  return found.isFile() ? "file" : found.isDirectory() ? "folder" : "other";
}

export const measureFile = (path: string): FileFigures | undefined => measure(path, { withBinaries: true });

/** The figures of the text files below a folder, by name. Links are not followed: they may lead in circles. */
export function measureFolder(folder: string, found: FileFigures[] = []): FileFigures[] {
  const entries = readable(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !NOT_READ.has(entry.name)) measureFolder(path, found);
    const figures = entry.isFile() && readable(() => measure(path, { withBinaries: false }));
    if (figures) found.push(figures);
  }
  return found;
}
