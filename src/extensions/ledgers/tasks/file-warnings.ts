import { relative } from "node:path";
import { placeInside } from "../../../core/index.ts";
import { folderAround, fromBytes, type Ground, problemOf, readBytes } from "../../../project-files/index.ts";
import type { Task } from "../entries.ts";
import { slugsOnDisk } from "./slugs-on-disk.ts";
import { readTask } from "./task-yaml.ts";

/** Why a task's file cannot be read; none where it can. */
function warningsOf(ground: Ground, slug: string): string[] {
  const path = ground.places?.taskFile(slug);
  if (path === undefined) return [];
  try {
    placeInside(folderAround(ground, path), path);
    readTask(fromBytes(readBytes(path) ?? "").replace(/^\uFEFF/u, ""), relative(ground.root, path));
    return [];
  } catch (error) {
    return [problemOf(error)];
  }
}

export const withWarnings = (ground: Ground, tasks: readonly Task[]): Task[] =>
  tasks.map((task) => {
    const warnings = warningsOf(ground, task.slug);
    return warnings.length === 0 ? task : { ...task, warnings };
  });

/** Tasks known only by a file that cannot be read: they are listed with their warnings. */
export function unreadableTasks(ground: Ground, known: readonly Task[]): Task[] {
  const slugs = ground.places ? slugsOnDisk(ground.places) : [];
  return slugs
    .filter((slug) => known.every((task) => task.slug !== slug))
    .flatMap((slug): Task[] => {
      const warnings = warningsOf(ground, slug);
      if (warnings.length === 0) return [];
      return [
        {
          ...{ id: slug, slug, title: slug, status: "unreadable", priority: 2, created: "", warnings },
          ...{ decisions: [], testScenarios: [], handoffs: [], nextSteps: [], blockers: [], questions: [] },
        },
      ];
    });
}
