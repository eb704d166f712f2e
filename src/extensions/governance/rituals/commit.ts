import { copyFileSync, existsSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { git, pathsWithout, textOf } from "./git.ts";

/** The hooks of a project run tests; they get their time. */
const COMMIT_MS = 120_000;
const UNDER_WAY = ["MERGE_HEAD", "REBASE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "rebase-merge", "rebase-apply"];

export interface Committed {
  readonly commit: string;
}

/** Why the work is not to be committed as it is; nothing where it is. */
async function objection(root: string): Promise<string | undefined> {
  if (textOf(await git(root, ["symbolic-ref", "-q", "HEAD"])) === undefined) return "no branch is checked out";
  const unmerged = await git(root, ["ls-files", "-u"]);
  if (unmerged.stdout.length > 0) return "there are conflicts";
  for (const name of UNDER_WAY) {
    const path = textOf(await git(root, ["rev-parse", "--git-path", name]));
    if (path !== undefined && existsSync(resolve(root, path))) return `a merge or rebase is under way (${name})`;
  }
  if ((await git(root, ["var", "GIT_COMMITTER_IDENT"])).code !== 0) return "git knows no name and address to commit by";
  const marks = await git(root, ["diff", "--check", "HEAD"]);
  if (/leftover conflict marker/.test(marks.stdout.toString("utf8"))) return "there are conflict markers";
  return undefined;
}

/**
 * The commit at the head where it has these words and was made since then: an earlier process may have been ended while
 * git worked on.
 */
export async function commitSince(root: string, message: string, at: string): Promise<Committed | undefined> {
  const head = textOf(await git(root, ["log", "-1", "--format=%H%n%ct%n%B"]));
  const [commit = "", seconds, ...words] = head?.split("\n") ?? [];
  const isSince = Number(seconds) >= Math.floor(Date.parse(at) / 1000);
  return isSince && words.join("\n").startsWith(message) ? { commit } : undefined;
}

/**
 * Commits all that is not ignored, hooks included. Whatever prevents it is reported, and the index is as it
 * was. `without` are paths, from the root, that are not taken along.
 */
export async function commitWork(
  root: string,
  message: string,
  without: readonly string[],
  timeoutMs = COMMIT_MS,
): Promise<Committed | { readonly refused: string }> {
  const reason = await objection(root);
  if (reason !== undefined) return { refused: reason };
  const index = resolve(root, textOf(await git(root, ["rev-parse", "--git-path", "index"])) ?? ".git/index");
  const saved = `${index}.throughline`;
  if (existsSync(index)) copyFileSync(index, saved);
  try {
    const paths = await pathsWithout(root, without);
    const added = await git(root, ["add", "-A", "--", ...paths]);
    const committed = added.code === 0 ? await git(root, ["commit", "-q", "-m", message], { timeoutMs }) : added;
    const commit = committed.code === 0 ? textOf(await git(root, ["rev-parse", "HEAD"])) : undefined;
    if (commit !== undefined) return { commit };
    if (existsSync(saved)) copyFileSync(saved, index);
    else rmSync(index, { force: true });
    return { refused: committed.stderr || "git did not commit" };
  } finally {
    rmSync(saved, { force: true });
  }
}
