import { existsSync, mkdirSync, renameSync, rmdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { placeInside, systemCode } from "../../../core/index.ts";
import type { Places } from "../../../project-files/index.ts";

/* Where the file of a task goes that was deleted on purpose: as it was, so that a person can put it back. */

const trashOf = ({ own }: Places): string => join(own, "trash", "tasks");

/** `2026-01-15T10:30:00.000Z` as a part of a file's name, which sorts as the times do. */
const asName = (time: string): string => time.replace(/[^\dTZ]/gu, "");

/** Moves the file to the trash and returns its new path; null where there was none. The rest of its folder stays. */
export function moveToTrash(places: Places, slug: string, folder: string, now: string): string | null {
  const path = places.taskFile(slug);
  if (!existsSync(path)) return null;
  const target = join(trashOf(places), `${slug}~${asName(now)}.yaml`);
  for (const one of [path, target]) placeInside(folder, one);
  mkdirSync(dirname(target), { recursive: true });
  renameSync(path, target);
  if (dirname(path) !== places.tasks) removeIfEmpty(dirname(path));
  return target;
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    if (!["ENOTEMPTY", "EEXIST"].includes(systemCode(error) ?? "")) throw error;
  }
}
