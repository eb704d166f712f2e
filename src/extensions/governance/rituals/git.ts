import { runInGroup } from "../../../core/index.ts";
import { gitEnvironment } from "../../../project-files/index.ts";
import type { FileAction, FileWork } from "../structured/work-done.ts";

const LONGEST_ANSWER = 256 * 1024 * 1024;
const PATIENCE_MS = 30_000;

/**
 * In parallel to the daemon's other work, and never for ever: after its time it is ended with all that it started,
 * hooks of the project included.
 */
export async function git(
  root: string,
  args: readonly string[],
  { env = {}, timeoutMs = PATIENCE_MS }: { env?: Readonly<Record<string, string>>; timeoutMs?: number } = {},
) {
  const name = `git ${args.find((word) => /^[a-z]/.test(word))}`;
  const output: Record<"stdout" | "stderr", Buffer[]> = { stdout: [], stderr: [] };
  let size = 0;
  const running = runInGroup("git", args, {
    ...{ cwd: root, env: { ...gitEnvironment(), ...env }, limitMs: timeoutMs },
    late: `${name} took longer than ${timeoutMs / 1000} s, and was ended`,
    take(chunk, from) {
      size += chunk.length;
      if (size > LONGEST_ANSWER) running.stop(`${name} said more than ${LONGEST_ANSWER} bytes, and was ended`);
      else output[from].push(chunk);
    },
  });
  const { code, signal, error, stopped } = await running.ended;
  const said = Buffer.concat(output.stderr).toString("utf8").trim();
  const otherwise = code === 0 ? "" : `${name} ended with ${code ?? signal}`;
  return {
    code: stopped === undefined ? (code ?? -1) : -1,
    stdout: Buffer.concat(output.stdout),
    stderr: stopped ?? error ?? (said || otherwise),
  };
}
type GitResult = Awaited<ReturnType<typeof git>>;

export const textOf = ({ code, stdout }: GitResult): string | undefined =>
  code === 0 ? stdout.toString("utf8").trim() : undefined;

const names = ({ code, stdout }: GitResult): string[] =>
  code === 0
    ? stdout
        .toString("utf8")
        .split("\0")
        .filter((name) => name !== "")
    : [];

/** Everything below the root but these paths. Git refuses to be told to pass over what it ignores anyway. */
export async function pathsWithout(root: string, without: readonly string[]): Promise<string[]> {
  const specs = ["."];
  for (const path of without)
    if ((await git(root, ["check-ignore", "-q", "--", path])).code !== 0) specs.push(`:(exclude,top,literal)${path}`);
  return specs;
}

/** Why git cannot report on the work tree; undefined if it can. */
export async function gitProblem(root: string): Promise<string | undefined> {
  const { code, stdout, stderr } = await git(root, ["rev-parse", "--is-inside-work-tree"], { env: { LC_ALL: "C" } });
  if (code === 0) return stdout.toString("utf8").trim() === "true" ? undefined : "this is no work tree of git";
  if (/not a git repository/.test(stderr)) return "there is no git repository";
  return /ENOENT/.test(stderr) ? "git is not installed" : stderr;
}

/** A repository inside the repository: a patch only has the id of its commit, not its files. */
export interface InnerRepository {
  readonly path: string;
  readonly isSubmodule: boolean;
  /** It has work in it that is not committed. */
  readonly isDirty: boolean;
  /** It is at another commit than the one that the repository's last commit names. */
  readonly isMoved: boolean;
}

const SUBMODULE = /^1 (\S)\S S(.)(\S\S) (?:\S+ ){5}(.*)$/s;

/** Submodules that were changed, and repositories that are none: git lists these as folders, and looks no further. */
export async function innerRepositories(root: string, paths: readonly string[]): Promise<InnerRepository[]> {
  const all = ["status", "--porcelain=v2", "-z", "-uall", "--no-renames", "--ignore-submodules=none", "--", ...paths];
  return names(await git(root, ["--no-optional-locks", ...all])).flatMap((entry): InnerRepository[] => {
    const [, index, commit, work, path] = SUBMODULE.exec(entry) ?? [];
    if (path !== undefined)
      return [{ path, isSubmodule: true, isDirty: work !== "..", isMoved: index !== "." || commit !== "." }];
    const isFolder = entry.startsWith("? ") && entry.endsWith("/");
    return isFolder ? [{ path: entry.slice(2, -1), isSubmodule: false, isDirty: true, isMoved: false }] : [];
  });
}

export const isOnARemote = async (root: string): Promise<boolean> =>
  (textOf(await git(root, ["for-each-ref", "--count=1", "--contains", "HEAD", "refs/remotes"])) ?? "") !== "";

/** The last commits, newest first, one a line. */
export async function recentCommits(root: string): Promise<string[] | undefined> {
  const log = textOf(await git(root, ["log", "--oneline", "-10"]));
  return log?.split("\n").filter((line) => line !== "");
}

/** How a work tree was at some moment. */
export interface TreeBase {
  readonly commit: string | null;
  /** What was changed and not committed. */
  readonly dirty: readonly string[];
}

const MOST_DIRTY = 2000;
const untracked = (root: string) => git(root, ["ls-files", "-z", "--others", "--exclude-standard"]);

export async function treeNow(root: string): Promise<TreeBase | undefined> {
  if ((await git(root, ["rev-parse", "--is-inside-work-tree"])).code !== 0) return undefined;
  const commit = textOf(await git(root, ["rev-parse", "--verify", "-q", "HEAD"])) ?? null;
  const changed =
    commit === null ? [] : names(await git(root, ["diff", "--relative", "--no-renames", "--name-only", "-z", "HEAD"]));
  return { commit, dirty: [...changed, ...names(await untracked(root))].slice(0, MOST_DIRTY) };
}

const ACTIONS: Readonly<Record<string, FileAction>> = { A: "created", D: "deleted" };

/** What changed in the work tree since then, committed or not; what was dirty then already is not counted. */
export async function changesSince(root: string, { commit, dirty }: TreeBase): Promise<FileWork[]> {
  const passedOver = new Set(dirty);
  const fields =
    commit === null
      ? []
      : names(await git(root, ["diff", "--relative", "--no-renames", "--name-status", "-z", commit, "--"]));
  const changed = fields.flatMap((letter, at): FileWork[] => {
    const path = at % 2 === 0 ? fields[at + 1] : undefined;
    return path === undefined ? [] : [{ path, action: ACTIONS[letter] ?? "modified" }];
  });
  const added = names(await untracked(root)).map((path): FileWork => ({ path, action: "created" }));
  return [...changed, ...added].filter(({ path }) => !passedOver.has(path) && !path.startsWith(".throughline/"));
}
