import { isoTime } from "../../core/index.ts";
import type { CheckpointFile } from "./checkpoint-files.ts";
import { parseCheckpoint } from "./checkpoint-markdown.ts";
import { AUTOSAVE } from "./checkpoint-names.ts";
import type { Draft } from "./draft.ts";
import { missingFields } from "./quality.ts";
import { staleness, type Workspace } from "./staleness.ts";

/** A named checkpoint as it is shown. */
export interface NamedCheckpoint extends Draft {
  readonly name: string;
  readonly path: string;
  readonly createdAt: string;
  readonly ageSeconds: number;
  /** What has changed in the project since, a line each. */
  readonly stale: readonly string[];
  /** What it lacks, where it was saved with `--force`. */
  readonly incomplete: readonly string[];
  readonly autosave: boolean;
}

/** The time in the text counts: that of the file changes when it is copied, cloned or checked out. */
export async function viewOf(
  { name, path, text, changedAt }: CheckpointFile,
  around: Workspace,
  now: number,
): Promise<NamedCheckpoint> {
  const file = parseCheckpoint(text);
  const created = file.created ?? changedAt;
  return {
    ...{ name, path, createdAt: isoTime(created), ageSeconds: Math.max(0, Math.floor((now - created) / 1000)) },
    ...file.draft,
    stale: await staleness(around, file),
    // A file that was emptied, or is not text, no longer says what it lacks.
    incomplete: file.problems.length > 0 ? file.problems : missingFields(file.draft),
    autosave: name === AUTOSAVE,
  };
}

export const newestFirst = (one: NamedCheckpoint, other: NamedCheckpoint): number =>
  Date.parse(other.createdAt) - Date.parse(one.createdAt) || one.name.localeCompare(other.name);
