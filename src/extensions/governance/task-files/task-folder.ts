import { readdirSync } from "node:fs";
import { join } from "node:path";
import { isInside, jsonIn, refused } from "../../../core/index.ts";
import { asBytes, fromBytes, type ProjectLocation, readBytes, replaceBytes } from "../../../project-files/index.ts";
import { isObject } from "../../ledgers/index.ts";

const MOST_TRIES = 5;

/** Where a file is set aside that should be JSON and is not. */
export const damaged = (name: string): string => name.replace(/\.json$/, ".damaged.json");

/**
 * The folder of a task. What people and other programs write there stays; a link out of the project is not followed.
 */
export class TaskFolder {
  readonly path: string;
  readonly #boundary: string;

  private constructor(path: string, boundary: string) {
    this.path = path;
    this.#boundary = boundary;
  }

  /** Undefined where nothing is kept on disk. */
  static of({ root, places }: ProjectLocation, slug: string): TaskFolder | undefined {
    if (!places) return undefined;
    const path = places.taskFolder(slug);
    return new TaskFolder(path, isInside(places.own, path) ? places.own : root);
  }

  at(name: string): string {
    return join(this.path, name);
  }

  read(name: string): string | undefined {
    const bytes = readBytes(this.at(name));
    return bytes === undefined ? undefined : fromBytes(bytes);
  }

  /** What a folder in it holds. */
  names(folder: string): string[] {
    try {
      return readdirSync(this.at(folder)).sort();
    } catch {
      return [];
    }
  }

  /** Retries when another program changes the file meanwhile. */
  change(name: string, change: (text: string) => string | Buffer): void {
    const path = this.at(name);
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const before = readBytes(path);
      const content = change(before === undefined ? "" : fromBytes(before));
      const after = typeof content === "string" ? asBytes(content) : content.toString("latin1");
      if (after === before || replaceBytes(path, before, after, this.#boundary)) return;
    }
    throw refused(`another program keeps changing ${path}`, "It is tried again with the next entry.");
  }

  write(name: string, content: string | Buffer): void {
    this.change(name, () => content);
  }

  /** Changes the fields of a JSON file; one that is no JSON is set aside. */
  changeFields(name: string, change: (before: Readonly<Record<string, unknown>>) => object): void {
    this.change(name, (text) => {
      const before = text.trim() === "" ? {} : jsonIn(text);
      if (!isObject(before)) this.write(damaged(name), text);
      return `${JSON.stringify(change(isObject(before) ? before : {}), null, 2)}\n`;
    });
  }

  append(name: string, text: string): void {
    this.change(name, (before) => `${before}${before === "" || before.endsWith("\n") ? "" : "\n"}${text}`);
  }
}
