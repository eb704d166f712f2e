import { readFile, realpath, stat } from "node:fs/promises";
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

async function textOf(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").then(
    (text) => text.trim(),
    () => undefined,
  );
}

const real = (path: string): Promise<string> => realpath(path).catch(() => path);

/** Where the `.git` file of a folder points, if it has one. */
async function gitDirOf(root: string): Promise<string | undefined> {
  const pointer = (await textOf(join(root, ".git")))?.match(/^gitdir:\s*(.+)$/m)?.[1];
  return pointer && realpath(resolve(root, pointer)).catch(() => undefined);
}

/** The folder that a git directory is kept for: of all its worktrees, the one that names the repository. */
async function folderOf(gitDir: string): Promise<string> {
  if (basename(gitDir) === ".git") return dirname(gitDir);
  // A submodule's git directory lies inside the outer repository and says where its files are.
  const worktree = (await textOf(join(gitDir, "config")))?.match(/^\s*worktree\s*=\s*(.+?)\s*$/m)?.[1];
  if (worktree) return real(resolve(gitDir, worktree));
  // A bare repository beside its worktrees, as in `project/.bare` with `project/.git` pointing to it.
  return (await gitDirOf(dirname(gitDir))) === gitDir ? dirname(gitDir) : gitDir;
}

/** The repository that a folder with a `.git` file belongs to: worktrees lead to the repository they were made from. */
async function repositoryOf(root: string): Promise<string> {
  const gitDir = await gitDirOf(root);
  if (gitDir === undefined) return root;
  // Only worktrees have a `commondir`.
  const common = await textOf(join(gitDir, "commondir"));
  return folderOf(common ? await real(resolve(gitDir, common)) : gitDir);
}

/**
 * The folder of the project that a path lies in: symbolic links resolved, subdirectories and worktrees led to their
 * repository.
 */
export async function projectFolder(path: string): Promise<string> {
  const start = await realpath(path).catch(() => undefined);
  if (start === undefined) return resolve(path);
  const userHome = await realpath(homedir()).catch(() => homedir());
  for (let dir = start; ; dir = dirname(dir)) {
    // A repository of dotfiles in the home folder does not own the projects below it.
    if (dir === userHome && dir !== start) break;
    const dotGit = join(dir, ".git");
    const entry = await stat(dotGit).catch(() => undefined);
    if (entry?.isDirectory()) return dir;
    if (entry?.isFile()) return repositoryOf(dir);
    if (dirname(dir) === dir) break;
  }
  return start;
}

/**
 * The identity of the project that a path lies in. Reads and writes both come here, so they cannot disagree. A folder that
 * is called after a secret has another name in the store, and settings of its own are not read there: a rare loss, and a
 * smaller one than the secret.
 */
export async function resolveProject(path: string): Promise<ProjectIdentity> {
  return { given: redact(path), normalized: safeName(await projectFolder(path)) };
}
