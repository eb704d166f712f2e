import { copyFileSync, mkdirSync, readdirSync, renameSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { badInput, isoTime, notFound, placeInside, systemCode } from "../../core/index.ts";
import { AUTOSAVE_LOG } from "./names.ts";
import { groundOf, type OnDisk, putText, textAt, unwritable } from "./project-text.ts";

/* The checkpoints of a project as files, and the trash beside them. What is taken away goes there and can come back. */

/** A checkpoint's file. */
export interface Shelved {
  readonly name: string;
  readonly path: string;
  readonly text: string;
  readonly changedAt: number;
}

/** One in the trash, with when it came there. */
export interface Trashed extends Shelved {
  readonly trashedAt: string;
}

const ENDING = ".md";
const TRASH = ".trash";
const TRASHED = /^(.+)\.(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})(\d{3})Z(?:-\d+)?\.md$/;

const stampOf = (ms: number): string => isoTime(ms).replace(/[-:.]/g, "");

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(ENDING) && !name.startsWith("."));
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "EACCES"].includes(systemCode(error) ?? "")) return [];
    throw error;
  }
}

export class Shelf {
  readonly #place: OnDisk;

  constructor(place: OnDisk) {
    this.#place = place;
  }

  get folder(): string {
    return this.#place.places.checkpoints;
  }

  get #trash(): string {
    return join(this.folder, TRASH);
  }

  #read(folder: string, file: string, name: string): Shelved | undefined {
    const path = join(folder, file);
    const text = textAt(this.#place, path);
    return text === undefined ? undefined : { name, path, text, changedAt: statSync(path).mtimeMs };
  }

  /** All that can be read, also what a person put there under a name of their own. */
  all(): Shelved[] {
    return namesIn(this.folder).flatMap((file) => {
      const name = basename(file, ENDING);
      return name === AUTOSAVE_LOG ? [] : (this.#read(this.folder, file, name) ?? []);
    });
  }

  /** The one of this name, by its exact name in the folder: no name leads out of it. */
  find(name: string): Shelved | undefined {
    const file = `${name.normalize("NFC")}${ENDING}`;
    const isListed = name !== AUTOSAVE_LOG && namesIn(this.folder).some((one) => one.normalize("NFC") === file);
    return isListed ? this.#read(this.folder, file, name) : undefined;
  }

  get(name: string): Shelved {
    if (/[/\\]|\.\./.test(name)) throw badInput("name: a name is no path", "`throughline checkpoint list` shows them.");
    const found = this.find(name);
    if (found) return found;
    const isInTrash = this.trashed().some((one) => one.name === name);
    const hint = isInTrash
      ? `It is in the trash: throughline checkpoint restore ${name}`
      : "`throughline checkpoint list` shows those that there are, `--session S` those of a session.";
    throw notFound(`there is no checkpoint "${name}"`, hint);
  }

  /** Puts a text under a name; what was there goes to the trash first, and the name is never without its file. */
  put(name: string, text: string, now: number): string {
    const path = join(this.folder, `${name}${ENDING}`);
    const before = this.find(name);
    if (before) this.#keepCopy(before, now);
    putText(this.#place, path, text);
    return path;
  }

  /** A place in the trash that is free. */
  #placeInTrash(name: string, now: number): string {
    const trash = placeInside(groundOf(this.#place, this.#trash), this.#trash);
    mkdirSync(trash, { recursive: true });
    // The trash of one machine is no part of the project.
    writeFileSync(join(trash, ".gitignore"), "*\n");
    const taken = new Set(readdirSync(trash));
    const stem = `${name}.${stampOf(now)}`;
    const free = Array.from({ length: taken.size + 1 }, (_, at) => `${stem}${at === 0 ? "" : `-${at}`}${ENDING}`);
    return join(trash, free.find((file) => !taken.has(file)) ?? `${stem}${ENDING}`);
  }

  #keepCopy({ name, path }: Shelved, now: number): void {
    try {
      const kept = this.#placeInTrash(name, now);
      const { atime, mtime } = statSync(path);
      copyFileSync(path, kept);
      utimesSync(kept, atime, mtime);
    } catch (error) {
      throw unwritable(path, error);
    }
  }

  /** Takes one away; where it went is told. */
  trash({ name, path }: Shelved, now: number): string {
    try {
      placeInside(groundOf(this.#place, path), dirname(path));
      const to = this.#placeInTrash(name, now);
      renameSync(path, to);
      return to;
    } catch (error) {
      throw unwritable(path, error);
    }
  }

  /** What is in the trash, what came last first. */
  trashed(): Trashed[] {
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

  /** Brings one back under a name, which must be free. */
  restore({ path }: Trashed, name: string): string {
    const to = join(this.folder, `${name}${ENDING}`);
    try {
      placeInside(groundOf(this.#place, to), to);
      renameSync(path, to);
      return to;
    } catch (error) {
      throw unwritable(to, error);
    }
  }
}
