import { open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";

const DEEPEST = 10;
/** Folders that hold much and no history. */
const PASSED_OVER = new Set(["node_modules", ".git"]);
const HEAD_BYTES = 64 << 10;
const LONGEST_HEAD_BYTES = 4 << 20;

/** All files below a folder whose names fit, in the order of their names. What cannot be entered is passed over. */
export async function* filesBelow(folder: string, fits: RegExp, depth = 0): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    const found = entry.isSymbolicLink() ? await stat(path).catch(() => undefined) : entry;
    if (found?.isFile() && fits.test(entry.name)) yield path;
    if (found?.isDirectory() && depth < DEEPEST && !PASSED_OVER.has(entry.name))
      yield* filesBelow(path, fits, depth + 1);
  }
}

export interface Head {
  readonly lines: readonly string[];
  /** Whether these are all lines of the file. */
  readonly isWhole: boolean;
  readonly bytes: number;
}

/** The first lines of a file, at least one where there is one; undefined where it is no file that can be read. */
export async function headOf(path: string): Promise<Head | undefined> {
  const found = await stat(path).catch(() => undefined);
  // Opening a named pipe would wait for whoever writes to it.
  if (!found?.isFile()) return undefined;
  const file = await open(path).catch(() => undefined);
  if (!file) return undefined;
  try {
    for (let size = HEAD_BYTES; ; size *= 8) {
      const buffer = Buffer.alloc(Math.min(size, found.size));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
      const lines = buffer
        .toString("utf8", 0, bytesRead)
        .replace(/^\uFEFF/, "")
        .split("\n");
      const isWhole = bytesRead >= found.size;
      // What stands behind the last line end is the beginning of a line.
      if (!isWhole) lines.pop();
      if (isWhole || lines.length > 0 || size >= LONGEST_HEAD_BYTES) return { lines, isWhole, bytes: found.size };
    }
  } finally {
    await file.close();
  }
}
