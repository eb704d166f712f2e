import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { placeInside, systemCode } from "../../../core/index.ts";
import { folderAround, type Places, type ProjectLocation, problemOf, readBytes } from "../../../project-files/index.ts";
import { isSettingOfBr } from "../br/folder.ts";
import { EMPTY_STATE, type Task, USUAL_PRIORITY } from "../ledger-entries.ts";
import { taskFormat } from "./task-yaml.ts";

/** The slugs of the tasks that have a file. */
export function slugsOnDisk({ tasks, taskFile }: Places): string[] {
  try {
    return readdirSync(tasks, { withFileTypes: true }).flatMap((entry) => {
      const slug = entry.isDirectory() ? entry.name : basename(entry.name, ".yaml");
      const file = entry.isDirectory() ? join(tasks, entry.name, "task.yaml") : join(tasks, entry.name);
      return taskFile(slug) === file && !isSettingOfBr(file) ? [slug] : [];
    });
  } catch (error) {
    if (systemCode(error) === "ENOENT" || systemCode(error) === "ENOTDIR") return [];
    throw error;
  }
}

/** Why a task's file cannot be read; none where it can. */
function warningsOf(location: ProjectLocation, slug: string): string[] {
  const path = location.places?.taskFile(slug);
  if (path === undefined) return [];
  try {
    placeInside(folderAround(location, path), path);
    taskFormat(relative(location.root, path)).read(readBytes(path) ?? "");
    return [];
  } catch (error) {
    return [problemOf(error)];
  }
}

/** A task that is known only by a file that cannot be read. */
const unreadable = (slug: string): Task => ({
  ...{ id: slug, slug, title: slug, status: "unreadable", priority: USUAL_PRIORITY, created: "", decisions: [] },
  ...EMPTY_STATE,
});

/** With why their files cannot be read. */
export function withFileWarnings(location: ProjectLocation, tasks: readonly Task[]): Task[] {
  const withWarnings = (task: Task): Task => {
    const warnings = warningsOf(location, task.slug);
    return warnings.length === 0 ? task : { ...task, warnings };
  };
  const known = new Set(tasks.map(({ slug }) => slug));
  const others = location.places ? slugsOnDisk(location.places).filter((slug) => !known.has(slug)) : [];
  return [
    ...tasks.map(withWarnings),
    ...others.map((slug) => withWarnings(unreadable(slug))).filter(({ warnings }) => warnings !== undefined),
  ];
}

/** `2026-01-15T10:30:00.000Z` as a part of a file's name, which sorts as the times do. */
const asName = (time: string): string => time.replace(/[^\dTZ]/gu, "");

/**
 * Moves the file of a task that was deleted on purpose to the trash, as it is, so that a person can put it back.
 * Returns its new path; null where there was none. The rest of its folder stays.
 */
export function moveToTrash(places: Places, slug: string, folder: string, now: string): string | null {
  const path = places.taskFile(slug);
  if (!existsSync(path)) return null;
  const target = join(places.own, "trash", "tasks", `${slug}~${asName(now)}.yaml`);
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
