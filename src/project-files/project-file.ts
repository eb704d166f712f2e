import { linkSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import {
  messageOf,
  placeInside,
  readRegularFile,
  refused,
  systemCode,
  ThroughlineError,
  temporaryFileFor,
  writeFileAtomic,
} from "../core/index.ts";

/* Files go through us as one character a byte: what is not ours comes out as it went in, whatever it is. */

export const asBytes = (text: string): string => Buffer.from(text, "utf8").toString("latin1");
export const fromBytes = (bytes: string): string => Buffer.from(bytes, "latin1").toString("utf8");

/* Files of a project, as one character a byte: people's own bytes go through us unchanged. */

const MODE = 0o644;
const isUtf16 = (bytes: string): boolean => /^(?:\u00FF\u00FE|\u00FE\u00FF)/u.test(bytes);

/** The file's bytes, or undefined where there is none. */
export function readBytes(path: string): string | undefined {
  const bytes = readRegularFile(path)?.toString("latin1");
  if (bytes !== undefined && isUtf16(bytes))
    throw refused(`${path} is not UTF-8 but UTF-16`, "Save it as UTF-8; nothing was changed.");
  return bytes;
}

/** Identifies the file and its version; empty where there is none. */
function versionAt(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.dev} ${found.ino} ${found.size} ${found.mtimeNs}` : "";
}

/**
 * A hard link that keeps a file when it is replaced; undefined where the file system has no hard links.
 */
function hardLinkOf(path: string): string | undefined {
  const backup = temporaryFileFor(path);
  try {
    linkSync(path, backup);
    return backup;
  } catch {
    return undefined;
  }
}

/** Where there was no file, only if there is none still. */
function putNew(ready: string, path: string): boolean {
  try {
    linkSync(ready, path);
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    renameSync(ready, path);
    return true;
  }
}

/**
 * A save between the last check and the rename is detected by the replaced version, which is then restored.
 */
function putInstead(ready: string, path: string, version: string): boolean {
  const backup = hardLinkOf(path);
  try {
    if (versionAt(path) !== version) return false;
    renameSync(ready, path);
    if (backup === undefined || versionAt(backup) === version) return true;
    renameSync(backup, path);
    return false;
  } finally {
    if (backup !== undefined) rmSync(backup, { force: true });
  }
}

/**
 * Puts `after` in the place of `before`, whole; false where somebody wrote meanwhile. Refused where a link leads out of
 * the folder.
 */
export function replaceBytes(path: string, before: string | undefined, after: string, folder: string): boolean {
  const real = placeInside(folder, path);
  mkdirSync(dirname(real), { recursive: true });
  const version = versionAt(real);
  if (readBytes(real) !== before) return false;
  const mode = before === undefined ? MODE : statSync(real).mode & 0o777;
  // A file that its owner made read-only is meant to stay as it is; replacing it would not ask.
  if ((mode & 0o200) === 0) throw refused(`${path} is read-only`, "Make it writable: chmod u+w.");
  let isPut = false;
  writeFileAtomic(real, Buffer.from(after, "latin1"), mode, (ready) => {
    isPut = before === undefined ? putNew(ready, real) : putInstead(ready, real, version);
  });
  return isPut;
}

/** How the lines of a file end: by most of them. */
export function endingOf(text: string): "\r\n" | "\n" {
  const all = text.split("\n").length - 1;
  const windows = text.split("\r\n").length - 1;
  return windows * 2 > all ? "\r\n" : "\n";
}

export const withEnding = (text: string, ending: "\r\n" | "\n"): string => {
  const plain = text.replaceAll("\r\n", "\n");
  return ending === "\n" ? plain : plain.replaceAll("\n", "\r\n");
};

/** A message for what a person can fix; anything else is a bug, and rethrown. */
export function problemOf(error: unknown): string {
  if (error instanceof ThroughlineError) return [error.message, error.hint].filter(Boolean).join(". ");
  if (systemCode(error) === undefined) throw error;
  return messageOf(error);
}
