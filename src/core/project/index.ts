import { readFileSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { redact } from "../redaction/index.ts";
import { safeName } from "../safe-name.ts";

export interface ProjectIdentity {
  /** As the client reported it, secrets apart. */
  readonly given: string;
  /** The one name under which the project is written and read: its folder, secrets apart. */
  readonly normalized: string;
}

/**
 * What is asked of the file system here is answered in microseconds by itself, and in milliseconds by way of the thread
 * pool, where it waits behind whatever else is read and compressed; and it is asked for with every prompt.
 */
function ifAny<Found>(look: () => Found): Found | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

/** Of nothing but a file: reading a pipe would never end. */
const textOf = (path: string): string | undefined =>
  ifAny(() => (statSync(path).isFile() ? readFileSync(path, "utf8").trim() : undefined));
const realOf = (path: string): string | undefined => ifAny(() => realpathSync.native(path));
const real = (path: string): string => realOf(path) ?? path;

/** Where the `.git` file of a folder points, if it has one. */
function gitDirOf(root: string): string | undefined {
  const pointer = textOf(join(root, ".git"))?.match(/^gitdir:\s*(.+)$/m)?.[1];
  return pointer && realOf(resolve(root, pointer));
}

/** The folder that a git directory is kept for: of all its worktrees, the one that names the repository. */
function folderOf(gitDir: string): string {
  if (basename(gitDir) === ".git") return dirname(gitDir);
  // A submodule's git directory lies inside the outer repository and says where its files are.
  const worktree = textOf(join(gitDir, "config"))?.match(/^\s*worktree\s*=\s*(.+?)\s*$/m)?.[1];
  if (worktree) return real(resolve(gitDir, worktree));
  // A bare repository beside its worktrees, as in `project/.bare` with `project/.git` pointing to it.
  return gitDirOf(dirname(gitDir)) === gitDir ? dirname(gitDir) : gitDir;
}

/** The repository that a folder with a `.git` file belongs to: worktrees lead to the repository they were made from. */
function repositoryOf(root: string): string {
  const gitDir = gitDirOf(root);
  if (gitDir === undefined) return root;
  // Only worktrees have a `commondir`.
  const common = textOf(join(gitDir, "commondir"));
  return folderOf(common ? real(resolve(gitDir, common)) : gitDir);
}

/** The nearest folder with a `.git`. A repository of dotfiles in the home folder does not own the projects below it. */
function checkoutAround(start: string): string | undefined {
  const userHome = real(homedir());
  for (let dir = start; dir === start || dir !== userHome; dir = dirname(dir)) {
    if (ifAny(() => statSync(join(dir, ".git")))) return dir;
    if (dirname(dir) === dir) return undefined;
  }
  return undefined;
}

/**
 * The folder of the project that a path lies in: symbolic links resolved, subdirectories and worktrees led to their
 * repository.
 */
export function projectFolder(path: string): string {
  const start = realOf(path);
  if (start === undefined) return resolve(path);
  const checkout = checkoutAround(start);
  return checkout === undefined ? start : repositoryOf(checkout);
}

/**
 * The identity of the project that a path lies in. Reads and writes both come here, so they cannot disagree. A folder that
 * is called after a secret has another name in the store, and settings of its own are not read there: a rare loss, and a
 * smaller one than the secret.
 */
export function resolveProject(path: string): ProjectIdentity {
  return { given: redact(path), normalized: safeName(projectFolder(path)) };
}

/** The folder that is worked in: the nearest one with a `.git`, of a worktree the worktree itself, else the path. */
export function workingFolder(path: string): string {
  const start = realOf(path) ?? resolve(path);
  return checkoutAround(start) ?? start;
}
