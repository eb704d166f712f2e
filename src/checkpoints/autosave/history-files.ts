import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { appendToFile, isInside, isoTime, placeInside, redact, systemCode } from "../../core/index.ts";
import { type ProjectFolder, placeToWrite } from "../named/project-folder.ts";

const MODE = 0o644;

/** `head` begins a file that does not exist yet. */
export function appendText(place: ProjectFolder, path: string, text: string, head = ""): void {
  const real = placeToWrite(place, path);
  appendToFile(real, existsSync(real) ? text : `${head}${text}`, MODE);
}

/** The heading of an archived text, with where it came from. */
export const ARCHIVED_HEADING = /## (.+), put away \d{4}-[\dT:.-]+Z$/m;

/** Moves text that is no longer current into the history, one file a month. */
export function archive(place: ProjectFolder, from: string, text: string, now: number): void {
  const entry = `## ${from}, put away ${isoTime(now)}\n\n${redact(text.trim())}\n\n`;
  const month = join(place.places.own, "history", `${isoTime(now).slice(0, 7)}.md`);
  appendText(place, month, entry, "# What was put away\n\n");
}

const IGNORED = `# Made by Throughline. Files it writes automatically stay on this machine; named checkpoints, tasks and NOTES.md are for git.
/.gitignore
/SESSION-STATE.md
/working-buffer.md
/history/
/checkpoints/autosave.md
/checkpoints/autosave-log.md
`;

/**
 * Files written automatically must not show up in `git status`. Only in our own folder: where a project's layout puts
 * these files elsewhere, git is the project's concern. An existing file stays as it is.
 */
export function keepOutOfGit({ root, places: { own } }: ProjectFolder): void {
  if (!isInside(root, own) || !existsSync(join(root, ".git"))) return;
  const path = join(placeInside(root, own), ".gitignore");
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, IGNORED, { flag: "wx", mode: MODE });
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw error;
  }
}
