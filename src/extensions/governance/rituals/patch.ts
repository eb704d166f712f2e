import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { redact } from "../../../core/index.ts";
import { git, type InnerRepository, innerRepositories, isOnARemote, pathsWithout, textOf } from "./git.ts";

/** Everything that is not committed, as `git apply` takes it. */
export interface Patch {
  readonly bytes: Buffer;
  /** What must be checked out to apply it. */
  readonly commit: string | null;
  readonly files: number;
  /** Files that are not in it, with why. */
  readonly leftOut: readonly string[];
}

/** Why something is in no patch. */
const REASONS = {
  secret: "it holds a secret",
  large: "it is too large",
  repository: "it is a repository of its own",
  submodule: "a submodule with uncommitted work in it",
  unpushed: "a submodule at a commit that no remote has",
} as const;

const LARGEST_BYTES = 64 * 1024 * 1024;
/** Whatever the user's settings are, the patch has the form that every git takes. */
const PLAIN = [
  ...["-c", "core.quotepath=on", "-c", "diff.noprefix=false", "-c", "diff.mnemonicPrefix=false"],
  ...["-c", "core.safecrlf=false", "-c", "advice.addEmbeddedRepo=false", "-c", "diff.renameLimit=2000"],
];
const DIFF = ["diff", "--cached", "--binary", "--full-index", "-M", "--no-color", "--no-ext-diff", "--no-textconv"];

const BEGINS = "diff --git ";

/** The parts of a patch, one a file. */
function partsOf(patch: string): string[] {
  const starts = [...patch.matchAll(/^diff --git /gm)].map(({ index }) => index);
  return starts.map((start, at) => patch.slice(start, starts[at + 1]));
}

const nameOf = (part: string): string =>
  part
    .slice(BEGINS.length, part.indexOf("\n"))
    .replace(/^"?a\/.* "?b\//s, "")
    .replace(/"$/, "");

/** A file with a secret in it stays where it is: a patch is a copy that travels. */
const hasSecret = (part: string): boolean => {
  if (/^GIT binary patch$/m.test(part)) return false;
  const text = Buffer.from(part, "latin1").toString("utf8");
  return redact(text) !== text;
};

/**
 * Undefined where nothing is uncommitted, or there is no repository. `without` are paths, from the root, that are not
 * taken along.
 */
export async function patchOf(root: string, without: readonly string[]): Promise<Patch | undefined> {
  const objects = textOf(await git(root, ["rev-parse", "--git-path", "objects"]));
  if (objects === undefined) return undefined;
  const commit = textOf(await git(root, ["rev-parse", "--verify", "-q", "HEAD"])) ?? null;
  const folder = mkdtempSync(join(tmpdir(), "throughline-patch-"));
  try {
    // An index and objects of its own: the user's index stays as it is, and nothing is left in the repository.
    mkdirSync(join(folder, "objects"));
    const env = {
      GIT_INDEX_FILE: join(folder, "index"),
      GIT_OBJECT_DIRECTORY: join(folder, "objects"),
      GIT_ALTERNATE_OBJECT_DIRECTORIES: resolve(root, objects),
    };
    const base = commit ?? textOf(await git(root, ["hash-object", "-w", "-t", "tree", "/dev/null"], { env }));
    if (base === undefined) throw new Error("git could not write a patch: it has no tree to begin from");
    if (commit !== null) await git(root, ["read-tree", commit], { env });
    const inner = await innerRepositories(root, await pathsWithout(root, without));
    const strangers = inner.filter(({ isSubmodule }) => !isSubmodule).map(({ path }) => path);
    const paths = await pathsWithout(root, [...without, ...strangers]);
    const added = await git(root, [...PLAIN, "add", "-A", "--ignore-errors", "--", ...paths], { env });
    const diff = await git(root, [...PLAIN, ...DIFF, base, "--", ...paths], { env });
    if (diff.code !== 0) throw new Error(`git could not write a patch: ${diff.stderr || added.stderr}`);
    const leftOut = await Promise.all(inner.map((one) => reasonsFor(root, one)));
    return chosen(diff.stdout.toString("latin1"), commit, leftOut.flat());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What whoever applies the patch does not get: it is not committed in there, or cannot be fetched. */
async function reasonsFor(root: string, { path, isSubmodule, isDirty, isMoved }: InnerRepository): Promise<string[]> {
  const isUnpushed = isMoved && !(await isOnARemote(join(root, path)));
  const reasons = [...(isDirty ? [REASONS.submodule] : []), ...(isUnpushed ? [REASONS.unpushed] : [])];
  return (isSubmodule ? reasons : [REASONS.repository]).map((reason) => `${redact(path)}/: ${reason}`);
}

function chosen(whole: string, commit: string | null, notIn: readonly string[]): Patch | undefined {
  const kept: string[] = [];
  const leftOut = [...notIn];
  let size = 0;
  for (const part of partsOf(whole)) {
    const reason = hasSecret(part) ? REASONS.secret : size + part.length > LARGEST_BYTES ? REASONS.large : "";
    if (reason === "") {
      kept.push(part);
      size += part.length;
    } else leftOut.push(`${redact(nameOf(part))}: ${reason}`);
  }
  if (kept.length === 0 && leftOut.length === 0) return undefined;
  return { bytes: Buffer.from(kept.join(""), "latin1"), commit, files: kept.length, leftOut };
}
