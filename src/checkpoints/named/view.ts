import { isoTime } from "../../core/index.ts";
import type { Draft } from "./draft.ts";
import { readCheckpoint } from "./file-form.ts";
import { AUTOSAVE } from "./names.ts";
import { missing } from "./quality.ts";
import type { Shelved } from "./shelf.ts";
import { type Surroundings, staleness } from "./staleness.ts";

/** A named checkpoint as it is told. */
export interface NamedCheckpoint extends Draft {
  readonly name: string;
  readonly path: string;
  readonly createdAt: string;
  readonly ageSeconds: number;
  /** What has changed in the world since, a line each. */
  readonly stale: readonly string[];
  /** What it lacks, where it was saved in spite of that. */
  readonly incomplete: readonly string[];
  readonly autosave: boolean;
}

/** The time in the file counts: that of the file itself is when it was copied, cloned or checked out. */
export async function viewOf(
  { name, path, text, changedAt }: Shelved,
  around: Surroundings,
  now: number,
): Promise<NamedCheckpoint> {
  const file = readCheckpoint(text);
  const created = file.created ?? changedAt;
  return {
    ...{ name, path, createdAt: isoTime(created), ageSeconds: Math.max(0, Math.floor((now - created) / 1000)) },
    ...file.draft,
    stale: await staleness(around, file),
    // A file that somebody emptied, or that is no text, says so itself no more.
    incomplete: file.lacks.length > 0 ? file.lacks : missing(file.draft),
    autosave: name === AUTOSAVE,
  };
}

export const newestFirst = (one: NamedCheckpoint, other: NamedCheckpoint): number =>
  Date.parse(other.createdAt) - Date.parse(one.createdAt) || one.name.localeCompare(other.name);
