import { spawn } from "node:child_process";
import { gitEnvironment } from "../../../project-files/index.ts";
import type { ChangedFile } from "../structured/structured-state.ts";
import { IN_A_GROUP, signalGroup } from "./process-group.ts";

export interface GitResult {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

const LONGEST_ANSWER = 256 * 1024 * 1024;
const PATIENCE_MS = 30_000;
/** Told to end, git takes its locks away; a hook of the project may not listen. */
const TERM_GRACE_MS = 2000;

/**
 * In parallel to the daemon's other work, and never for ever: after its time it is ended with all that it started,
 * hooks of the project included.
 */
export function git(
  root: string,
  args: readonly string[],
  { env = {}, timeoutMs = PATIENCE_MS }: RunOptions = {},
): Promise<GitResult> {
  const name = `git ${args.find((word) => /^[a-z]/.test(word))}`;
  return new Promise((resolve) => {
    const options = { cwd: root, env: { ...gitEnvironment(), ...env }, windowsHide: true, ...IN_A_GROUP };
    const child = spawn("git", args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
    let size = 0;
    let why: string | undefined;
    let killing: NodeJS.Timeout | undefined;
    const end = (reason: string) => {
      why ??= reason;
      signalGroup(child, "SIGTERM");
      killing ??= setTimeout(() => {
        signalGroup(child, "SIGKILL");
        // Whoever left the group may hold them open for ever.
        child.stdout.destroy();
        child.stderr.destroy();
      }, TERM_GRACE_MS);
    };
    const patience = setTimeout(() => end(`${name} took longer than ${timeoutMs / 1000} s, and was ended`), timeoutMs);
    const take = (into: Buffer[]) => (chunk: Buffer) => {
      size += chunk.length;
      if (size > LONGEST_ANSWER) end(`${name} said more than ${LONGEST_ANSWER} bytes, and was ended`);
      else into.push(chunk);
    };
    child.stdout.on("data", take(stdout));
    child.stderr.on("data", take(stderr));
    const done = (code: number, otherwise: string) => {
      clearTimeout(patience);
      clearTimeout(killing);
      if (why !== undefined) signalGroup(child, "SIGKILL");
      const said = Buffer.concat(stderr).toString("utf8").trim();
      resolve({
        code: why === undefined ? code : -1,
        stdout: Buffer.concat(stdout),
        stderr: why ?? (said || otherwise),
      });
    };
    child.on("error", ({ message }) => done(-1, message));
    child.on("close", (code, signal) => done(code ?? -1, code === 0 ? "" : `${name} ended with ${code ?? signal}`));
  });
}

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

/** Why git can tell nothing of the work tree; undefined where it can. */
export async function gitProblem(root: string): Promise<string | undefined> {
  const { code, stdout, stderr } = await git(root, ["rev-parse", "--is-inside-work-tree"], { env: { LC_ALL: "C" } });
  if (code === 0) return stdout.toString("utf8").trim() === "true" ? undefined : "this is no work tree of git";
  if (/not a git repository/.test(stderr)) return "there is no git repository";
  return /ENOENT/.test(stderr) ? "git is not installed" : stderr;
}

/** A repository within the repository: of such a patch holds no more than the name of a commit. */
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
  return log === undefined ? undefined : log.split("\n").filter((line) => line !== "");
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

const ACTIONS: Readonly<Record<string, string>> = { A: "created", D: "deleted" };

/** What changed in the work tree since then, committed or not; what was dirty then already is not counted. */
export async function changesSince(root: string, { commit, dirty }: TreeBase): Promise<ChangedFile[]> {
  const passedOver = new Set(dirty);
  const fields =
    commit === null
      ? []
      : names(await git(root, ["diff", "--relative", "--no-renames", "--name-status", "-z", commit, "--"]));
  const changed = fields.flatMap((letter, at): ChangedFile[] => {
    const path = at % 2 === 0 ? fields[at + 1] : undefined;
    return path === undefined ? [] : [{ path, action: ACTIONS[letter] ?? "modified" }];
  });
  const added = names(await untracked(root)).map((path) => ({ path, action: "created" }));
  return [...changed, ...added].filter(({ path }) => !passedOver.has(path) && !path.startsWith(".throughline/"));
}
