import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import {
  checkReplaceable,
  isInside,
  messageOf,
  placeInside,
  readRegularFile,
  refused,
  systemCode,
  ThroughlineError,
  writeFileAtomic,
} from "../../core/index.ts";
import type { Places, ProjectLocation } from "../../project-files/index.ts";

/* Reads and writes text files of a project; never through a link that leads out of it. */

export interface ProjectFolder {
  readonly root: string;
  readonly places: Places;
}

export function projectFolderOf({ root, places }: ProjectLocation): ProjectFolder {
  if (places) return { root, places };
  throw refused("no files are kept for this project", "Named checkpoints are files and need a project folder.");
}

const MODE = 0o644;

/** The folder that a path must not lead out of. */
export const boundaryOf = ({ root, places: { own } }: ProjectFolder, path: string): string =>
  isInside(own, path) && !isInside(root, own) ? own : root;

/** A file system error with a hint; other errors are returned unchanged. */
export function writeError(path: string, error: unknown): unknown {
  const code = systemCode(error);
  if (error instanceof ThroughlineError || code === undefined) return error;
  const hint = ["EACCES", "EPERM", "EROFS"].includes(code)
    ? `Make it writable: chmod u+w ${dirname(path)}. Nothing was changed.`
    : "Nothing was changed.";
  return refused(`${path} cannot be written: ${messageOf(error)}`, hint);
}

/** Undefined where the file is missing, unreadable or too large. */
export function readText(place: ProjectFolder, path: string): string | undefined {
  try {
    const real = placeInside(boundaryOf(place, path), path);
    return readRegularFile(real)?.toString("utf8");
  } catch (error) {
    if (error instanceof ThroughlineError || systemCode(error) !== undefined) return undefined;
    throw error;
  }
}

/** The real path of a file, with its folder. A project that was moved in the meantime is not created again. */
export function placeToWrite(place: ProjectFolder, path: string): string {
  if (!existsSync(place.root)) throw refused(`${place.root} is gone`, "Nothing was changed.");
  const real = placeInside(boundaryOf(place, path), path);
  mkdirSync(dirname(real), { recursive: true });
  return real;
}

/** Replaces a file atomically, and creates its folder. */
export function writeText(place: ProjectFolder, path: string, text: string): void {
  try {
    const real = placeToWrite(place, path);
    checkReplaceable(real);
    writeFileAtomic(real, text, MODE);
  } catch (error) {
    throw writeError(path, error);
  }
}
