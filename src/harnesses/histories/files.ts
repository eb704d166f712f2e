import { constants, type Dirent, type Stats } from "node:fs";
import { lstat, open, readdir, realpath, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { badInput } from "../../core/index.ts";
import { isAbsent, NO_FILE, type OnSkip, whyUnread } from "./skipped-files.ts";

const DEEPEST = 10;
/** Folders that hold much and no history. */
const SKIPPED_FOLDERS = new Set(["node_modules", ".git"]);
const HEAD_BYTES = 64 << 10;
const LONGEST_HEAD_BYTES = 4 << 20;

/** What a folder holds, in the order of the names; nothing where it is not there. */
export async function entriesOf(folder: string, onSkip: OnSkip): Promise<Dirent[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  } catch (error) {
    // A broken link exists.
    if (!isAbsent(error) || (await isLink(folder))) onSkip(folder, whyUnread(error));
    return [];
  }
}

export const isLink = async (path: string): Promise<boolean> =>
  (await lstat(path).catch(() => undefined))?.isSymbolicLink() ?? false;

export const namesIn = async (folder: string, onSkip: OnSkip): Promise<string[]> =>
  (await entriesOf(folder, onSkip)).map(({ name }) => name);

/** The path with all links resolved; unchanged if that fails. */
export const realPathOf = (path: string): Promise<string> => realpath(path).catch(() => path);

/** Something below a folder; `real` is its path without any link. */
interface Place {
  readonly path: string;
  readonly real: string;
  readonly depth: number;
}

/**
 * All files below a folder whose names fit, in the order of their names: each once, also when links form circles. Those
 * behind links come last, so that a file that is also here under its own name is reported by that name.
 */
export async function* filesBelow(folder: string, fits: RegExp, onSkip: OnSkip): AsyncGenerator<string> {
  const seen = new Set<string>();
  const links: Omit<Place, "real">[] = [];
  const isNew = (real: string): boolean => {
    const isSeen = seen.has(real);
    seen.add(real);
    return !isSeen;
  };

  async function* walk(at: Place): AsyncGenerator<string> {
    for (const entry of await entriesOf(at.path, onSkip)) {
      const [path, real] = [join(at.path, entry.name), join(at.real, entry.name)];
      if (entry.isSymbolicLink()) links.push({ path, depth: at.depth });
      else yield* visit({ path, real, depth: at.depth }, entry);
    }
  }
  async function* visit({ path, real, depth }: Place, found: Dirent | Stats): AsyncGenerator<string> {
    const isWanted = fits.test(basename(path));
    if (isWanted && !found.isFile()) onSkip(path, NO_FILE);
    if (isWanted && found.isFile() && isNew(real)) yield path;
    const isEntered = found.isDirectory() && depth < DEEPEST && !SKIPPED_FOLDERS.has(basename(path));
    if (isEntered && isNew(real)) yield* walk({ path, real, depth: depth + 1 });
  }

  const real = await realPathOf(folder);
  seen.add(real);
  yield* walk({ path: folder, real, depth: 0 });
  for (let link = links.shift(); link; link = links.shift()) {
    const { path } = link;
    const found = await stat(path).catch((error) => {
      if (fits.test(basename(path))) onSkip(path, whyUnread(error));
    });
    if (found) yield* visit({ ...link, real: await realPathOf(path) }, found);
  }
}

/** Throws if it is not an ordinary file: opening a named pipe would wait for a writer. */
async function ordinaryFile(path: string): Promise<Stats> {
  const found = await stat(path);
  if (!found.isFile()) throw badInput(NO_FILE);
  return found;
}

export const sizeOf = async (path: string): Promise<number> => (await ordinaryFile(path)).size;

/** The text of a small file next to the histories; empty if it cannot be read. */
export async function readSmallFile(path: string): Promise<string> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(() => undefined);
  try {
    return file && (await file.stat()).isFile() ? await file.readFile("utf8") : "";
  } catch {
    return "";
  } finally {
    await file?.close();
  }
}

/** The beginning of a file, which identifies a client's files before they are read. */
export interface Head {
  readonly text: string;
  /** Those that are complete, or all of them. */
  readonly lines: readonly string[];
  /** Whether these are all lines of the file. */
  readonly isWhole: boolean;
  readonly bytes: number;
  /** When the file was last written to. */
  readonly writtenAt: string;
}

/** The first lines of a file, at least one where there is one. Throws where it cannot be read. */
export async function headOf(path: string): Promise<Head> {
  const { size: bytes, mtime } = await ordinaryFile(path);
  const writtenAt = mtime.toISOString();
  const file = await open(path);
  try {
    for (let size = HEAD_BYTES; ; size *= 8) {
      const buffer = Buffer.alloc(Math.min(size, bytes));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
      const text = buffer.toString("utf8", 0, bytesRead).replace(/^\uFEFF/, "");
      const lines = text.split("\n");
      const isWhole = bytesRead >= bytes;
      // After the last line end there is only the beginning of a line.
      if (!isWhole) lines.pop();
      if (isWhole || lines.length > 0 || size >= LONGEST_HEAD_BYTES) return { text, lines, isWhole, bytes, writtenAt };
    }
  } finally {
    await file.close();
  }
}
