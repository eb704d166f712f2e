import { constants, type Dirent } from "node:fs";
import { lstat, open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { badInput } from "../../core/index.ts";
import { isAbsent, NO_FILE, type PassOver, whyUnread } from "./passed-over.ts";

const DEEPEST = 10;
/** Folders that hold much and no history. */
const PASSED_OVER = new Set(["node_modules", ".git"]);
const HEAD_BYTES = 64 << 10;
const LONGEST_HEAD_BYTES = 4 << 20;

const byName = (one: Dirent, other: Dirent): number => (one.name < other.name ? -1 : 1);

/** What a folder holds, in the order of the names; nothing where it is not there. */
export async function entriesOf(folder: string, passOver: PassOver): Promise<Dirent[]> {
  try {
    return (await readdir(folder, { withFileTypes: true })).sort(byName);
  } catch (error) {
    // A link to nothing is there.
    if (!isAbsent(error) || (await isLink(folder))) passOver(folder, whyUnread(error));
    return [];
  }
}

export const isLink = async (path: string): Promise<boolean> =>
  (await lstat(path).catch(() => undefined))?.isSymbolicLink() ?? false;

export const namesIn = async (folder: string, passOver: PassOver): Promise<string[]> =>
  (await entriesOf(folder, passOver)).map(({ name }) => name);

/** All files below a folder whose names fit, in the order of their names. */
export async function* filesBelow(folder: string, fits: RegExp, passOver: PassOver, depth = 0): AsyncGenerator<string> {
  for (const entry of await entriesOf(folder, passOver)) {
    const path = join(folder, entry.name);
    const isMeant = fits.test(entry.name);
    const found = entry.isSymbolicLink()
      ? await stat(path).catch((error) => void (isMeant && passOver(path, whyUnread(error))))
      : entry;
    if (isMeant && found?.isFile()) yield path;
    else if (isMeant && found) passOver(path, NO_FILE);
    if (found?.isDirectory() && depth < DEEPEST && !PASSED_OVER.has(entry.name))
      yield* filesBelow(path, fits, passOver, depth + 1);
  }
}

/** Throws where it is no ordinary file: opening a named pipe would wait for whoever writes to it. */
export async function sizeOf(path: string): Promise<number> {
  const found = await stat(path);
  if (!found.isFile()) throw badInput(NO_FILE);
  return found.size;
}

/** The text of a small file beside the histories, or an empty one where it cannot be read. */
export async function textBeside(path: string): Promise<string> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(() => undefined);
  try {
    return file && (await file.stat()).isFile() ? await file.readFile("utf8") : "";
  } catch {
    return "";
  } finally {
    await file?.close();
  }
}

/** How a file begins: by that, a client's files are known before they are read. */
export interface Head {
  readonly text: string;
  /** Those that are complete, or all of them. */
  readonly lines: readonly string[];
  /** Whether these are all lines of the file. */
  readonly isWhole: boolean;
  readonly bytes: number;
}

/** The first lines of a file, at least one where there is one. Throws where it cannot be read. */
export async function headOf(path: string): Promise<Head> {
  const bytes = await sizeOf(path);
  const file = await open(path);
  try {
    for (let size = HEAD_BYTES; ; size *= 8) {
      const buffer = Buffer.alloc(Math.min(size, bytes));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
      const text = buffer.toString("utf8", 0, bytesRead).replace(/^\uFEFF/, "");
      const lines = text.split("\n");
      const isWhole = bytesRead >= bytes;
      // What stands behind the last line end is the beginning of a line.
      if (!isWhole) lines.pop();
      if (isWhole || lines.length > 0 || size >= LONGEST_HEAD_BYTES) return { text, lines, isWhole, bytes };
    }
  } finally {
    await file.close();
  }
}
