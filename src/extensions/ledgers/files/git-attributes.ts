import { existsSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isInside, placeInside } from "../../../core/index.ts";
import type { ProjectLocation } from "../../../project-files/index.ts";

const ATTRIBUTES = `# Made by Throughline: two people who each add an entry keep both, without a conflict.
/NOTES.md merge=union
/tasks/*/task.yaml merge=union
/trajectory/*.jsonl merge=union
`;

/**
 * Has git put together what two branches added at the same place. Only in a folder of our own: where a project's layout
 * gives the ledgers another place, git is the project's. A file that is there stays as it is; where none can be
 * written, git asks as it always did.
 */
export function letGitMerge({ root, places }: ProjectLocation): void {
  if (!places || dirname(places.notes) !== places.own || !isInside(root, places.own)) return;
  if (!existsSync(places.own) || !existsSync(join(root, ".git"))) return;
  try {
    writeFileSync(join(placeInside(root, places.own), ".gitattributes"), ATTRIBUTES, { flag: "wx", mode: 0o644 });
  } catch {
    // It is there, or nothing can be written here: the ledgers' own files say so.
  }
}
