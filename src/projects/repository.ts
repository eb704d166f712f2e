import { closeSync, existsSync, lstatSync, readSync } from "node:fs";
import { join } from "node:path";
import { gitDirectoryOf, openRegularFile, readRegularFile } from "../core/index.ts";
import { askGit } from "../project-files/index.ts";
import { normalizeRemote } from "./remote.ts";

/** Facts of a repository from its git directory, read without running git. */
export interface RepositoryFacts {
  /** Where `origin` leads to, normalised. */
  readonly remote: string | null;
  /** The commit that is checked out; none before the first. */
  readonly head: string | null;
  /** Commits that were checked out lately, as far as git wrote them down; `head` among them. */
  readonly recent: readonly string[];
}

/** Some four hundred moves of HEAD. */
const REFLOG_TAIL = 64 * 1024;

function textOf(path: string): string {
  try {
    // Not through a link, which could show another repository's.
    return (lstatSync(path).isFile() && readRegularFile(path)?.toString("utf8")) || "";
  } catch {
    return "";
  }
}

function tailOf(path: string): string {
  let opened: ReturnType<typeof openRegularFile>;
  try {
    if (lstatSync(path).isSymbolicLink()) return "";
    opened = openRegularFile(path, Number.MAX_SAFE_INTEGER);
    if (!opened) return "";
    const { file, size } = opened;
    const bytes = Buffer.alloc(Math.min(size, REFLOG_TAIL));
    return bytes.toString("utf8", 0, readSync(file, bytes, 0, bytes.length, size - bytes.length));
  } catch {
    return "";
  } finally {
    if (opened) closeSync(opened.file);
  }
}

const HEADER = /^\s*\[([^\]"]*(?:"[^"]*")?)\s*\]/;
const unquoted = (value: string): string =>
  (/^"((?:\\.|[^"\\])*)"/.exec(value)?.[1] ?? value.replace(/\s+[#;].*$/, "")).replace(/\\(["\\])/g, "$1");

/** The URL of `origin` in the text of a git configuration. */
export function originIn(config: string): string | undefined {
  let isOrigin = false;
  for (const line of config.split(/\r?\n/)) {
    const header = HEADER.exec(line);
    if (header) isOrigin = /^[Rr][Ee][Mm][Oo][Tt][Ee]\s+"origin"$/.test(header[1] ?? "");
    const value = isOrigin && /^\s*url\s*=\s*(.*?)\s*$/i.exec(line.slice(header?.[0].length ?? 0))?.[1];
    if (value) return unquoted(value);
  }
  return undefined;
}

const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
const isCommit = (text: string): boolean => COMMIT.test(text) && !/^0+$/.test(text);

/** For repositories without a log of HEAD: bare ones, or those configured so. */
function headByRef(gitDir: string): string | undefined {
  const head = textOf(join(gitDir, "HEAD")).trim();
  const ref = /^ref: (refs\/[^\0]+)$/.exec(head)?.[1];
  if (ref === undefined || ref.split("/").includes("..")) return head;
  const packed = () =>
    textOf(join(gitDir, "packed-refs"))
      .split("\n")
      .find((line) => line.endsWith(` ${ref}`));
  return textOf(join(gitDir, ref)).trim() || packed()?.split(" ")[0];
}

export function readRepository(folder: string): RepositoryFacts | undefined {
  const gitDir = gitDirectoryOf(folder);
  if (gitDir === undefined) return undefined;
  const origin = originIn(textOf(join(gitDir, "config")));
  const remote = (origin !== undefined && normalizeRemote(origin, folder)) || null;
  const moves = tailOf(join(gitDir, "logs", "HEAD"))
    .split("\n")
    .map((line) => line.split(" ", 2));
  const logged = moves.flat().filter(isCommit);
  const byRef = logged.length > 0 ? undefined : headByRef(gitDir);
  const head = logged.at(-1) ?? (byRef !== undefined && isCommit(byRef) ? byRef : null);
  return { remote, head, recent: [...new Set([...logged, ...(head === null ? [] : [head])])] };
}

/**
 * The commits that a repository began with, in one text; undefined where there are none yet, where they are cut off (a
 * shallow clone), and where git does not answer in time.
 */
export async function rootCommits(folder: string): Promise<string | undefined> {
  const gitDir = gitDirectoryOf(folder);
  if (gitDir === undefined || existsSync(join(gitDir, "shallow"))) return undefined;
  const answer = (await askGit(folder, `--git-dir=${gitDir}`, "rev-list", "--max-parents=0", "HEAD")) ?? "";
  return answer.split("\n").filter(isCommit).sort().join(" ") || undefined;
}
