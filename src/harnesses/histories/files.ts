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

const byName = (one: Dirent, other: Dirent): number => (one.name < other.name ? -1 : 1);

/** What a folder holds, in the order of the names; nothing where it is not there. */
export async function entriesOf(folder: string, onSkip: OnSkip): Promise<Dirent[]> {
  try {
    return (await readdir(folder, { withFileTypes: true })).sort(byName);
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

/** Something below a folder. */
interface Place {
  readonly path: string;
  /** The same without any link. */
  readonly real: string;
  readonly depth: number;
}

/** Walks through folders, each once, also when links form circles. */
class Walk {
  readonly #fits: RegExp;
  readonly #onSkip: OnSkip;
  readonly #seen = new Set<string>();
  readonly #links: Omit<Place, "real">[] = [];

  constructor(fits: RegExp, onSkip: OnSkip) {
    this.#fits = fits;
    this.#onSkip = onSkip;
  }

  async *below(folder: string): AsyncGenerator<string> {
    const real = await realPathOf(folder);
    this.#seen.add(real);
    yield* this.#walkFolder({ path: folder, real, depth: 0 });
    // Links last: a file that is also here under its own name is reported by that name.
    for (let link = this.#links.shift(); link; link = this.#links.shift()) yield* this.#followLink(link);
  }

  async *#walkFolder({ path: folder, real, depth }: Place): AsyncGenerator<string> {
    for (const entry of await entriesOf(folder, this.#onSkip)) {
      const path = join(folder, entry.name);
      if (entry.isSymbolicLink()) this.#links.push({ path, depth });
      else yield* this.#visit({ path, real: join(real, entry.name), depth }, entry);
    }
  }

  async *#followLink({ path, depth }: Omit<Place, "real">): AsyncGenerator<string> {
    const found = await stat(path).catch((error) => {
      if (this.#matches(path)) this.#onSkip(path, whyUnread(error));
    });
    if (found) yield* this.#visit({ path, real: await realPathOf(path), depth }, found);
  }

  async *#visit({ path, real, depth }: Place, found: Dirent | Stats): AsyncGenerator<string> {
    if (this.#matches(path)) {
      if (!found.isFile()) this.#onSkip(path, NO_FILE);
      else if (this.#isFirstVisit(real)) yield path;
    }
    const isEntered = found.isDirectory() && depth < DEEPEST && !SKIPPED_FOLDERS.has(basename(path));
    if (isEntered && this.#isFirstVisit(real)) yield* this.#walkFolder({ path, real, depth: depth + 1 });
  }

  #matches(path: string): boolean {
    return this.#fits.test(basename(path));
  }

  #isFirstVisit(real: string): boolean {
    const isSeen = this.#seen.has(real);
    this.#seen.add(real);
    return !isSeen;
  }
}

/** All files below a folder whose names fit, each once, in the order of their names; those behind links come last. */
export const filesBelow = (folder: string, fits: RegExp, onSkip: OnSkip): AsyncGenerator<string> =>
  new Walk(fits, onSkip).below(folder);

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
