import { existsSync, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { readRegularFile, sha256, systemCode } from "../../core/index.ts";
import { askGit } from "../../project-files/index.ts";
import type { Lines } from "../../text/index.ts";

/* The files that a checkpoint names, as they are now. */

const HASH_LENGTH = 16;
const LARGEST_BYTES = 32_000_000;
const MOST_FILES = 50_000;
/** How many places are searched for moved lines, the nearest first. */
const MOST_WINDOWS = 20_000;
const SKIPPED = new Set([".git", "node_modules", ".venv", "venv", "dist", "target", "__pycache__"]);

/** Git may change line ends at a checkout. */
const plain = (bytes: Buffer): string => bytes.toString("latin1").replaceAll("\r\n", "\n");
const shortHash = (text: string): string => sha256(text).slice(0, HASH_LENGTH);

export interface FileContents {
  readonly hash: string;
  /** Undefined for a folder or a very large file. */
  readonly lines: readonly string[] | undefined;
  readonly changedAt: number;
}

export function contentsAt(path: string): FileContents | undefined {
  try {
    const stat = statSync(path);
    const { mtimeMs: changedAt, size } = stat;
    if (!stat.isFile()) return { hash: "folder", lines: undefined, changedAt };
    if (size > LARGEST_BYTES) return { hash: `${size} bytes`, lines: undefined, changedAt };
    const text = plain(readRegularFile(path, LARGEST_BYTES) ?? Buffer.alloc(0));
    return { hash: shortHash(text), lines: text.split("\n"), changedAt };
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return undefined;
  }
}

const hashOf = (lines: readonly string[]): string => shortHash(lines.map((line) => line.trimEnd()).join("\n"));

/** Undefined where the file is too short. */
export const hashOfLines = (all: readonly string[], { from, to }: Lines): string | undefined =>
  to > all.length ? undefined : hashOf(all.slice(from - 1, to));

/** The lines with this hash that are nearest to where they were. */
export function findMovedLines(all: readonly string[], { from, to }: Lines, hash: string): Lines | undefined {
  const length = to - from + 1;
  const starts = Array.from({ length: Math.max(0, all.length - length + 1) }, (_, at) => at + 1);
  const found = starts
    .sort((a, b) => Math.abs(a - from) - Math.abs(b - from))
    .slice(0, MOST_WINDOWS)
    .find((start) => hashOf(all.slice(start - 1, start - 1 + length)) === hash);
  return found === undefined ? undefined : { from: found, to: found + length - 1 };
}

async function walkFiles(root: string): Promise<string[]> {
  const found: string[] = [];
  const folders = [""];
  for (let folder = folders.pop(); folder !== undefined && found.length < MOST_FILES; folder = folders.pop())
    for (const entry of await readdir(join(root, folder), { withFileTypes: true }).catch(() => []))
      if (entry.isFile()) found.push(folder + entry.name);
      else if (entry.isDirectory() && !SKIPPED.has(entry.name)) folders.push(`${folder}${entry.name}/`);
  return found;
}

/** The project's files, listed once, and only when a path does not exist as written. */
export class ProjectFiles {
  readonly root: string;
  #listed: Promise<readonly string[]> | undefined;

  constructor(root: string) {
    this.root = root;
  }

  placeOf(path: string): string {
    if (path.startsWith("~/")) return join(homedir(), path.slice(2));
    return isAbsolute(path) ? path : join(this.root, path);
  }

  has(path: string): boolean {
    return existsSync(this.placeOf(path));
  }

  #all(): Promise<readonly string[]> {
    this.#listed ??= askGit(this.root, "ls-files", "-z", "--cached", "--others", "--exclude-standard").then(
      (listed) => listed?.split("\0") ?? walkFiles(this.root),
    );
    return this.#listed;
  }

  /** The only file with this path ending: people write `token.ts` for `src/auth/token.ts`. */
  async endingWith(path: string): Promise<string | undefined> {
    const found = (await this.#all()).filter(
      (one) => one.endsWith(`/${path}`) && contentsAt(this.placeOf(one)) !== undefined,
    );
    return found.length === 1 ? found[0] : undefined;
  }

  /** A path as written, or else by its ending. */
  async find(path: string): Promise<string | undefined> {
    if (contentsAt(this.placeOf(path))) return path;
    return isAbsolute(path) || path.startsWith("~/") ? undefined : this.endingWith(path.replace(/^\.\//, ""));
  }
}
