import { isoTime } from "../../core/index.ts";
import type { CheckpointFile } from "./checkpoint-files.ts";
import { parseCheckpoint } from "./checkpoint-markdown.ts";
import { AUTOSAVE } from "./checkpoint-names.ts";
import type { NamedCheckpoint } from "./draft.ts";
import { missingFields } from "./quality.ts";
import { staleness, type Workspace } from "./staleness.ts";

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
