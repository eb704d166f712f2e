import { readFile, realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";

export interface ProjectIdentity {
  /** As the client reported it. */
  readonly given: string;
  /** The one name under which the project is written and read. */
  readonly normalized: string;
}

async function textOf(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").then(
    (text) => text.trim(),
    () => undefined,
  );
}

/** The repository that a `.git` entry belongs to: worktrees lead to the repository they were made from. */
async function repositoryOf(root: string, dotGit: string): Promise<string> {
  const pointer = (await textOf(dotGit))?.match(/^gitdir:\s*(.+)$/m)?.[1];
  if (!pointer) return root;
  const gitDir = resolve(root, pointer);
  // Only worktrees have a `commondir`; a submodule is a repository of its own.
  const common = await textOf(join(gitDir, "commondir"));
  if (!common) return root;
  const commonDir = await realpath(resolve(gitDir, common)).catch(() => resolve(gitDir, common));
  return basename(commonDir) === ".git" ? dirname(commonDir) : commonDir;
}

/**
 * The identity of the project that a path lies in: symbolic links resolved, subdirectories and worktrees led to their
 * repository. Reads and writes both come here, so they cannot disagree.
 */
export async function resolveProject(path: string): Promise<ProjectIdentity> {
  const start = await realpath(path).catch(() => undefined);
  if (start === undefined) return { given: path, normalized: resolve(path) };
  const userHome = await realpath(homedir()).catch(() => homedir());
  for (let dir = start; ; dir = dirname(dir)) {
    // A repository of dotfiles in the home folder does not own the projects below it.
    if (dir === userHome && dir !== start) break;
    const dotGit = join(dir, ".git");
    const entry = await stat(dotGit).catch(() => undefined);
    if (entry?.isDirectory()) return { given: path, normalized: dir };
    if (entry?.isFile()) return { given: path, normalized: await repositoryOf(dir, dotGit) };
    if (dirname(dir) === dir) break;
  }
  return { given: path, normalized: start };
}
