import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { systemCode } from "../../../core/index.ts";
import type { Places } from "../../../project-files/index.ts";
import { isSettingOfBr } from "../br/folder.ts";

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
