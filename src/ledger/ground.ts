import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isInside, systemCode } from "../core/index.ts";
import { isSettingOfBr } from "./br/folder.ts";
import type { Places } from "./file-layouts.ts";

/** A project as the ledgers see it: its name in the store, and where its files are. */
export interface Ground {
  readonly project: string;
  /** The folder that is worked in: of a worktree, the worktree. */
  readonly root: string;
  /** None where nothing is kept on disk. */
  readonly places: Places | undefined;
}

/**
 * The folder that must contain a ledger's file: the project, unless it is the user's home, whose files are elsewhere.
 */
export function folderAround({ root, places }: Ground, path: string): string {
  const isElsewhere = places !== undefined && dirname(places.own) !== root && isInside(places.own, path);
  return isElsewhere ? places.own : root;
}

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
