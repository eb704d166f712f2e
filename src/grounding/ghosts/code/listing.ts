import { execFile } from "node:child_process";
import { readdir, realpath, stat } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { isBrought } from "./kinds.ts";

/** More files than this are not looked at; whoever asks is told. */
const MOST_FILES = 200_000;
const GIT_OUTPUT = 64 << 20;

export interface Listing {
  /** Relative to the project's folder, with `/` between the parts, in order. */
  readonly paths: readonly string[];
  readonly isCut: boolean;
}

/**
 * The working tree that a path lies in. A worktree is a project of its own here: what it promises is to be found in its own
 * files, not in those of the repository that it was made from.
 */
export async function workingTree(path: string): Promise<string> {
  const start = await realpath(path);
  for (let folder = start; ; folder = dirname(folder)) {
    if (await stat(join(folder, ".git")).catch(() => undefined)) return folder;
    if (dirname(folder) === folder) return start;
  }
}

/** What git tracks or would track; undefined where git does not answer. */
function tracked(root: string): Promise<string[] | undefined> {
  const args = ["-C", root, "-c", "core.fsmonitor=false", "ls-files", "-z", "-co", "--exclude-standard", "--", "."];
  return new Promise((resolve) => {
    const options = { maxBuffer: GIT_OUTPUT, timeout: 60_000, env: { ...process.env, GIT_OPTIONAL_LOCKS: "0" } };
    execFile("git", args, options, (error, stdout) => {
      resolve(error ? undefined : stdout.split("\0").filter((path) => path !== ""));
    });
  });
}

/** Without git: every file below, symbolic links apart. */
async function walked(root: string): Promise<string[]> {
  const found: string[] = [];
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined && found.length <= MOST_FILES; folder = folders.pop()) {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const path = relative(root, join(folder, entry.name)).split(sep).join("/");
      if (entry.isFile()) found.push(path);
      else if (entry.isDirectory() && !isBrought(path)) folders.push(join(folder, entry.name));
    }
  }
  return found;
}

export async function filesOf(root: string): Promise<Listing> {
  const all = (await tracked(root)) ?? (await walked(root));
  const paths = [...new Set(all)].sort();
  return { paths: paths.slice(0, MOST_FILES), isCut: paths.length > MOST_FILES };
}
