import { appendFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isInside, isoTime, placeInside, redact, systemCode } from "../../core/index.ts";
import { groundOf, type OnDisk } from "../named/project-text.ts";

const MODE = 0o644;

/** Adds to the end of a file; `head` begins it where there is none. */
export function appendText(place: OnDisk, path: string, text: string, head = ""): void {
  const real = placeInside(groundOf(place, path), path);
  mkdirSync(dirname(real), { recursive: true });
  appendFileSync(real, existsSync(real) ? text : `${head}${text}`, { mode: MODE });
}

const historyFile = ({ places }: OnDisk, now: number): string =>
  join(places.own, "history", `${isoTime(now).slice(0, 7)}.md`);

/** The heading of what was put away, with where it came from. */
export const PUT_AWAY = /## (.+), put away \d{4}-[\dT:.-]+Z$/m;

/** Puts away what is no longer needed where it stood: a file a month, in which nothing is lost. */
export function putAway(place: OnDisk, from: string, text: string, now: number): void {
  const entry = `## ${from}, put away ${isoTime(now)}\n\n${redact(text.trim())}\n\n`;
  appendText(place, historyFile(place, now), entry, "# What was put away\n\n");
}

const IGNORED = `# Made by Throughline. What it writes here by itself is this machine's alone; named checkpoints, tasks and NOTES.md are for git.
/.gitignore
/SESSION-STATE.md
/working-buffer.md
/history/
/checkpoints/autosave.md
/checkpoints/autosave-log.md
`;

/**
 * What is written without anybody's asking must not show up in `git status`. Only in a folder of our own: where a
 * project's layout gives these files another place, git is the project's. A file that is there stays as it is.
 */
export function keepOutOfGit({ root, places: { own } }: OnDisk): void {
  if (!isInside(root, own) || !existsSync(join(root, ".git"))) return;
  const path = join(placeInside(root, own), ".gitignore");
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, IGNORED, { flag: "wx", mode: MODE });
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw error;
  }
}
