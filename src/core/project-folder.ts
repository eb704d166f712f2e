import { lstatSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { redact } from "./redaction/index.ts";
import { readRegularFile } from "./regular-files.ts";
import { safeName } from "./safe-name.ts";

export interface ProjectIdentity {
  /** As the client reported it, secrets apart. */
  readonly given: string;
  /** The one name under which the project is written and read: its folder, secrets apart. */
  readonly normalized: string;
}

/**
 * Synchronous on purpose: these calls take microseconds, and through the thread pool milliseconds, where they wait for
 * other reads and compression; and they are made with every prompt.
 */
function ifAny<Found>(look: () => Found): Found | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

const textOf = (path: string): string | undefined => ifAny(() => readRegularFile(path)?.toString("utf8").trim());
const realOf = (path: string): string | undefined => ifAny(() => realpathSync.native(path));
const real = (path: string): string => realOf(path) ?? path;

/** Where a `.git` that is not a folder points: a file that names a git directory, or a link to one. */
function pointedTo(root: string): string | undefined {
  const dotGit = join(root, ".git");
  if (ifAny(() => lstatSync(dotGit).isSymbolicLink())) return realOf(dotGit);
  const pointer = textOf(dotGit)?.match(/^gitdir:\s*(.+)$/m)?.[1];
  return pointer && realOf(resolve(root, pointer));
}

const worktreeIn = (gitDir: string): string | undefined => {
  const worktree = textOf(join(gitDir, "config"))?.match(/^\s*worktree\s*=\s*(.+?)\s*$/m)?.[1];
  return worktree && real(resolve(gitDir, worktree));
};

/** The repository that a git directory of a worktree belongs to. */
function commonOf(gitDir: string): string | undefined {
  const common = textOf(join(gitDir, "commondir"));
  return common && real(resolve(gitDir, common));
}

/** Whether a git directory names this folder as its own: anybody can write a `.git` that points to it. */
function namesBack(gitDir: string, root: string): boolean {
  const common = commonOf(gitDir);
  if (common !== undefined) {
    const back = textOf(join(gitDir, "gitdir"));
    const isRegistered = dirname(gitDir) === join(common, "worktrees");
    return isRegistered && back !== undefined && real(dirname(resolve(gitDir, back))) === root;
  }
  // A submodule's git directory names its files' folder; one inside the folder belongs to it.
  return worktreeIn(gitDir) === root || dirname(gitDir) === root;
}

function ownGitDir(root: string): string | undefined {
  const dotGit = join(root, ".git");
  // A git directory with a `commondir` shows the commits of another.
  if (ifAny(() => lstatSync(dotGit).isDirectory())) return commonOf(dotGit) === undefined ? dotGit : undefined;
  const gitDir = pointedTo(root);
  return gitDir !== undefined && namesBack(gitDir, root) ? gitDir : undefined;
}

const isBare = (folder: string): boolean =>
  ["HEAD", "config"].every((name) => ifAny(() => lstatSync(join(folder, name)).isFile())) &&
  ["objects", "refs"].every((name) => ifAny(() => lstatSync(join(folder, name)).isDirectory()));

/** The git directory of a project's folder, where it has one that is its own. */
export const gitDirectoryOf = (folder: string): string | undefined =>
  ownGitDir(folder) ?? (isBare(folder) && commonOf(folder) === undefined ? folder : undefined);

/** The folder that a git directory is kept for: of all its worktrees, the one that names the repository. */
function folderOf(gitDir: string): string {
  if (basename(gitDir) === ".git") return dirname(gitDir);
  const worktree = worktreeIn(gitDir);
  if (worktree) return worktree;
  // A bare repository next to its worktrees, as in `project/.bare` with `project/.git` pointing to it.
  return pointedTo(dirname(gitDir)) === gitDir ? dirname(gitDir) : gitDir;
}

/** The repository that a folder with a `.git` belongs to: worktrees lead to the repository they were made from. */
function repositoryOf(root: string): string {
  const gitDir = ownGitDir(root);
  return gitDir === undefined ? root : folderOf(commonOf(gitDir) ?? gitDir);
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
 * The folder of the project that a path is in: symbolic links resolved, subdirectories and worktrees mapped to their
 * repository.
 */
export function projectFolder(path: string): string {
  const start = realOf(path);
  if (start === undefined) return resolve(path);
  const checkout = checkoutAround(start);
  return checkout === undefined ? start : repositoryOf(checkout);
}

/**
 * The identity of the project that a path is in. Reads and writes both use it, so they cannot disagree. A folder whose
 * name contains a secret has another name in the store, and its own settings are not read: a rare and small loss.
 */
export function resolveProject(path: string): ProjectIdentity {
  return { given: redact(path), normalized: safeName(projectFolder(path)) };
}

/** The working folder: the nearest one with a `.git`, also a worktree, else the path. */
export function workingFolder(path: string): string {
  const start = realOf(path) ?? resolve(path);
  return checkoutAround(start) ?? start;
}
