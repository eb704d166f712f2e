import {
  chmodSync,
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { refused, systemCode } from "./errors.ts";
import { newId } from "./ids.ts";
import { readRegularFileAsync } from "./regular-files.ts";

/** An unused name in the folder of a file. */
export const temporaryFileFor = (path: string): string => join(dirname(path), `.${newId()}.tmp`);

/**
 * Replaces a file atomically: a reader sees the old bytes or the new ones, also after a crash. `put` moves the finished
 * file into place.
 */
export function writeFileAtomic(
  path: string,
  content: string | Uint8Array,
  mode = 0o600,
  put: (ready: string) => void = (ready) => renameSync(ready, path),
): void {
  const temporary = temporaryFileFor(path);
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  try {
    const file = openSync(temporary, "wx", mode);
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    put(temporary);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/**
 * Makes a file private to its owner, and creates it where there is none. SQLite gives its journal and its log the same
 * mode.
 */
export function makePrivate(path: string): void {
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw error;
    // By name: opening and closing a file that SQLite has locked in this process would release the lock.
    chmodSync(path, 0o600);
  }
}

/** The file's text, or undefined where there is none. */
export const readTextIfAny = async (path: string): Promise<string | undefined> =>
  (await readRegularFileAsync(path))?.toString("utf8");

/** Whether a path is in a folder, or is the folder; links are not followed. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** The real path, also of one whose end does not exist yet. A dangling link leads where it points. */
export function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (systemCode(error) !== "ENOENT" || dirname(path) === path) throw error;
    const target = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : undefined;
    if (target !== undefined) return realPathOf(resolve(realPathOf(dirname(path)), target));
    return join(realPathOf(dirname(path)), path.slice(dirname(path).length));
  }
}

/**
 * The real path of something in a folder. A link out of it is refused: a cloned repository must not have other files
 * read or written.
 */
export function placeInside(folder: string, path: string): string {
  const real = realPathOf(path);
  if (isInside(realPathOf(folder), real)) return real;
  throw refused(`${path} leads out of the project, to ${real}`, "Remove the link; nothing was written.");
}
