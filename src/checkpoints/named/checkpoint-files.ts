import { copyFileSync, mkdirSync, readdirSync, renameSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { badInput, isoTime, notFound, placeInside, systemCode } from "../../core/index.ts";
import { AUTOSAVE_LOG } from "./checkpoint-names.ts";
import { boundaryOf, type ProjectFolder, readText, writeError, writeText } from "./project-folder.ts";

/* The checkpoint files of a project, and the trash next to them, from which they can be restored. */

export interface CheckpointFile {
  readonly name: string;
  readonly path: string;
  readonly text: string;
  readonly changedAt: number;
}

export interface TrashedFile extends CheckpointFile {
  readonly trashedAt: string;
}

const ENDING = ".md";
const TRASH = ".trash";
const TRASHED = /^(.+)\.(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})(\d{3})Z(?:-\d+)?\.md$/;

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(ENDING) && !name.startsWith("."));
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "EACCES"].includes(systemCode(error) ?? "")) return [];
    throw error;
  }
}

export class CheckpointFiles {
  readonly #place: ProjectFolder;

  constructor(place: ProjectFolder) {
    this.#place = place;
  }

  get #trash(): string {
    return join(this.#place.places.checkpoints, TRASH);
  }

  #read(folder: string, file: string, name: string): CheckpointFile | undefined {
    const path = join(folder, file);
    const text = readText(this.#place, path);
    return text === undefined ? undefined : { name, path, text, changedAt: statSync(path).mtimeMs };
  }

  /** All that can be read, also those that a person put there. */
  all(): CheckpointFile[] {
    return namesIn(this.#place.places.checkpoints).flatMap((file) => {
      const name = basename(file, ENDING);
      return name === AUTOSAVE_LOG ? [] : (this.#read(this.#place.places.checkpoints, file, name) ?? []);
    });
  }

  /** Matched against the folder's listing, so that no name leads out of it. */
  find(name: string): CheckpointFile | undefined {
    const file = `${name.normalize("NFC")}${ENDING}`;
    const isListed =
      name !== AUTOSAVE_LOG && namesIn(this.#place.places.checkpoints).some((one) => one.normalize("NFC") === file);
    return isListed ? this.#read(this.#place.places.checkpoints, file, name) : undefined;
  }

  get(name: string): CheckpointFile {
    if (/[/\\]|\.\./.test(name))
      throw badInput("name: this is a path, not a name", "`throughline checkpoint list` shows them.");
    const found = this.find(name);
    if (found) return found;
    const isInTrash = this.trashed().some((one) => one.name === name);
    const hint = isInTrash
      ? `It is in the trash: throughline checkpoint restore ${name}`
      : "`throughline checkpoint list` shows named checkpoints, `--session S` those of a session.";
    throw notFound(`there is no checkpoint "${name}"`, hint);
  }

  /** The previous file is copied to the trash first, so that the name is never without its file. */
  put(name: string, text: string, now: number): void {
    const before = this.find(name);
    if (before)
      this.#change(before.path, () => {
        const kept = this.#freeTrashPath(name, now);
        const { atime, mtime } = statSync(before.path);
        copyFileSync(before.path, kept);
        utimesSync(kept, atime, mtime);
      });
    writeText(this.#place, join(this.#place.places.checkpoints, `${name}${ENDING}`), text);
  }

  #freeTrashPath(name: string, now: number): string {
    const trash = placeInside(boundaryOf(this.#place, this.#trash), this.#trash);
    mkdirSync(trash, { recursive: true });
    // The trash belongs to this machine, not to the project.
    writeFileSync(join(trash, ".gitignore"), "*\n");
    const taken = new Set(readdirSync(trash));
    const stem = `${name}.${isoTime(now).replace(/[-:.]/g, "")}`;
    const free = Array.from({ length: taken.size + 1 }, (_, at) => `${stem}${at === 0 ? "" : `-${at}`}${ENDING}`);
    return join(trash, free.find((file) => !taken.has(file)) ?? `${stem}${ENDING}`);
  }

  /** Changes a file in a folder of the project; an error says what a person can do. */
  #change<Result>(path: string, work: () => Result): Result {
    try {
      placeInside(boundaryOf(this.#place, path), dirname(path));
      return work();
    } catch (error) {
      throw writeError(path, error);
    }
  }

  /** Returns its path in the trash. */
  trash({ name, path }: CheckpointFile, now: number): string {
    return this.#change(path, () => {
      const to = this.#freeTrashPath(name, now);
      renameSync(path, to);
      return to;
    });
  }

  /** What is in the trash, newest first. */
  trashed(): TrashedFile[] {
    const found = namesIn(this.#trash).flatMap((file) => {
      const [, name, ...digits] = TRASHED.exec(file) ?? [];
      const one = name === undefined ? undefined : this.#read(this.#trash, file, name);
      if (!one) return [];
      const [year, month, day, hour, minute, second, ms] = digits;
      return [{ ...one, trashedAt: `${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z` }];
    });
    return found.sort((a, b) =>
      a.trashedAt < b.trashedAt ? 1 : a.trashedAt > b.trashedAt ? -1 : b.path.localeCompare(a.path),
    );
  }

  /** The name must be free. */
  restore({ path }: TrashedFile, name: string): void {
    const to = join(this.#place.places.checkpoints, `${name}${ENDING}`);
    this.#change(to, () => renameSync(path, to));
  }
}
