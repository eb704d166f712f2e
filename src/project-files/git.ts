import { execFile, spawnSync } from "node:child_process";
import { devNull } from "node:os";

const LONGEST_ANSWER = 512 * 1024 * 1024;
const PATIENCE_MS = 30_000;

/** Inside a git hook these name the hook's own repository, whatever folder is asked about. */
const OF_A_HOOK =
  /^GIT_(?:DIR|COMMON_DIR|WORK_TREE|INDEX_FILE|PREFIX|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|SHALLOW_FILE)$/;

/** Runs nothing that a repository configures. */
const SAFE = ["--no-pager", "--no-optional-locks", "-c", "core.fsmonitor=false", "-c", `core.hooksPath=${devNull}`];
/** Fetches nothing and never asks for a password. */
const OFFLINE = {
  GIT_NO_LAZY_FETCH: "1",
  GIT_ALLOW_PROTOCOL: "none",
  GIT_LFS_SKIP_SMUDGE: "1",
  GIT_TERMINAL_PROMPT: "0",
};

export function gitEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !OF_A_HOOK.test(name));
  return { ...Object.fromEntries(own), ...OFFLINE };
}

const optionsIn = (folder: string) => ({
  ...{ cwd: folder, env: gitEnvironment(), windowsHide: true },
  ...({ maxBuffer: LONGEST_ANSWER, timeout: PATIENCE_MS, killSignal: "SIGKILL" } as const),
});

/** What git answers in a folder; undefined where there is no git, no repository or no such thing in it. */
function git(folder: string, ...args: string[]): Buffer | undefined {
  const { status, stdout } = spawnSync("git", [...SAFE, ...args], {
    ...optionsIn(folder),
    stdio: ["ignore", "pipe", "ignore"],
  });
  return status === 0 ? stdout : undefined;
}

/** The same without blocking: git is slow in large projects. */
export function askGit(folder: string, ...args: string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = execFile("git", [...SAFE, ...args], optionsIn(folder), (error, answer) =>
      resolve(error === null ? answer : undefined),
    );
    child.stdin?.end();
  });
}

const isTrue = (answer: Buffer | undefined): boolean => answer?.toString("utf8").trim() === "true";

export const isInRepository = (folder: string): boolean => isTrue(git(folder, "rev-parse", "--is-inside-work-tree"));

/** The top folder of the work tree around a folder. */
export function repositoryRoot(folder: string): string | undefined {
  const answer = git(folder, "rev-parse", "--show-toplevel")
    ?.toString("utf8")
    .replace(/\r?\n$/, "");
  return answer || undefined;
}

const names = (answer: Buffer | undefined): string[] =>
  answer
    ?.toString("utf8")
    .split("\0")
    .filter((name) => name !== "") ?? [];

export interface FileInHead {
  /** From the folder that was asked about. */
  readonly path: string;
  readonly mode: number;
}

const TREE_LINE = /^100(\d{3}) blob \S+\t(.*)$/s;

/** The ordinary files below `path` that HEAD holds: no links, no submodules. */
export const filesInHead = (folder: string, path: string): FileInHead[] =>
  names(git(folder, "ls-tree", "-r", "-z", "HEAD", "--", path)).flatMap((line) => {
    const [, mode, name] = TREE_LINE.exec(line) ?? [];
    return mode === undefined || name === undefined ? [] : [{ path: name, mode: Number.parseInt(mode, 8) }];
  });

/** The files below `path` that are tracked now: a deletion that is staged is not among them. */
export const filesInIndex = (folder: string, path: string): string[] =>
  names(git(folder, "ls-files", "-z", "--", path));

/** A file of HEAD as a checkout would write it. */
export const contentInHead = (folder: string, path: string): Buffer | undefined =>
  git(folder, "cat-file", "--filters", `HEAD:./${path}`);

/** Whether a file is exactly as HEAD has it: then git wrote it, not a person. */
export const isAsCommitted = (folder: string, path: string): boolean =>
  filesInIndex(folder, path).length > 0 && git(folder, "status", "--porcelain", "--", path)?.length === 0;
