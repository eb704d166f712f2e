import { mkdirSync, readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import {
  isInside,
  messageOf,
  placeInside,
  refused,
  systemCode,
  ThroughlineError,
  writeFileAtomic,
} from "../../core/index.ts";
import type { Ground, Places } from "../../ledger/index.ts";

/* Texts that lie in a project: nothing is read from or written to a place that a link leads to outside of it. */

/** A project whose files are kept on disk. */
export interface OnDisk {
  readonly root: string;
  readonly places: Places;
}

export function onDisk({ root, places }: Ground): OnDisk {
  if (places) return { root, places };
  throw refused("no files are kept for this project", "Named checkpoints are files: they need a folder to lie in.");
}

const MODE = 0o644;
const LARGEST_BYTES = 4_000_000;

/** The folder that the files of a project must not lead out of. */
export const groundOf = ({ root, places: { own } }: OnDisk, path: string): string =>
  isInside(own, path) && !isInside(root, own) ? own : root;

/** In words that say what to do; what no file system says is passed on. */
export function unwritable(path: string, error: unknown): unknown {
  const code = systemCode(error);
  if (error instanceof ThroughlineError || code === undefined) return error;
  const hint = ["EACCES", "EPERM", "EROFS"].includes(code)
    ? `Make it writable: chmod u+w ${dirname(path)}. Nothing was changed.`
    : "Nothing was changed.";
  return refused(`${path} cannot be written: ${messageOf(error)}`, hint);
}

/** The text of a file, or undefined where there is none that can be read as one. */
export function textAt(place: OnDisk, path: string): string | undefined {
  try {
    const real = placeInside(groundOf(place, path), path);
    const { size } = statSync(real);
    return size > LARGEST_BYTES ? undefined : readFileSync(real, "utf8");
  } catch (error) {
    if (error instanceof ThroughlineError || systemCode(error) !== undefined) return undefined;
    throw error;
  }
}

/** Replaces a file whole, its folder made where there is none. */
export function putText(place: OnDisk, path: string, text: string): void {
  try {
    const real = placeInside(groundOf(place, path), path);
    mkdirSync(dirname(real), { recursive: true });
    writeFileAtomic(real, text, MODE);
  } catch (error) {
    throw unwritable(path, error);
  }
}
