import { basename, relative } from "node:path";
import { askGit } from "../../project-files/index.ts";
import { type Mention, mentionsIn } from "../../text/index.ts";
import type { ParsedCheckpoint } from "./checkpoint-markdown.ts";
import { linesText } from "./edited-lines.ts";
import { contentsAt, findMovedLines, hashOfLines, ProjectFiles } from "./project-files.ts";
import { branchOf, draftText, type FileSnapshot, type WorkspaceSnapshot } from "./workspace-snapshot.ts";

/* What has changed in the project since a checkpoint was saved. Each warning is a line that a person can act on. */

export interface Workspace {
  readonly root: string;
  /** Commits that only change this folder do not count. */
  readonly checkpoints: string;
}

function lineWarnings({ path, ranges }: FileSnapshot, lines: readonly string[]): string[] {
  return ranges.flatMap(({ hash, ...range }) => {
    if (hashOfLines(lines, range) === hash) return [];
    const moved = findMovedLines(lines, range, hash);
    return moved
      ? [`${path} lines ${linesText(range)} have moved to ${linesText(moved)}`]
      : [`${path} lines ${linesText(range)} are no longer what they were`];
  });
}

async function fileWarnings(files: ProjectFiles, then: FileSnapshot): Promise<string[]> {
  const { path, hash } = then;
  const held = contentsAt(files.placeOf(path));
  if (!held) {
    const elsewhere = await files.endingWith(basename(path));
    const other = elsewhere === undefined ? "" : `; there is ${elsewhere}`;
    return [
      hash === null
        ? `${path} did not exist when it was saved, and still does not${other}`
        : `${path} no longer exists${other}`,
    ];
  }
  if (hash === null || hash === held.hash) return [];
  return [`${path} has changed since`, ...(held.lines ? lineWarnings(then, held.lines) : [])];
}

/** For a path that was written into the file later there is no hash, only the file's own time. */
async function mentionWarnings(
  files: ProjectFiles,
  { path, lines, isCertain }: Mention,
  created: number | undefined,
): Promise<string[]> {
  const found = await files.find(path);
  const held = found === undefined ? undefined : contentsAt(files.placeOf(found));
  if (!held) return isCertain ? [`${path} does not exist`] : [];
  const isNewer = created !== undefined && Math.floor(held.changedAt / 60_000) > Math.floor(created / 60_000);
  const beyond = lines.filter(({ to }) => held.lines !== undefined && to > held.lines.length);
  return [
    ...(held.lines && isNewer ? [`${path} has changed since`] : []),
    ...beyond.map((range) => `${path} has no lines ${linesText(range)} any more`),
  ];
}

/** What git calls HEAD where no branch is checked out. */
const branchText = (branch: string, named: string): string =>
  branch === "HEAD" ? "no branch (a detached HEAD)" : named;

async function gitWarnings({ root, checkpoints }: Workspace, { branch, commit }: WorkspaceSnapshot): Promise<string[]> {
  const current = await branchOf(root);
  const other = branch !== null && current !== null && branch !== current;
  const own = `:(exclude)${relative(root, checkpoints)}`;
  const since = commit && (await askGit(root, "rev-list", "--count", `${commit}..HEAD`, "--", ".", own));
  const commits = Number(since ?? 0);
  return [
    ...(other
      ? [`it was saved on ${branchText(branch, `branch ${branch}`)}; this is ${branchText(current, current)}`]
      : []),
    ...(commits > 0 ? [`${commits} ${commits === 1 ? "commit" : "commits"} since ${commit?.slice(0, 7)}`] : []),
  ];
}

export async function staleness(around: Workspace, { draft, snapshot, created }: ParsedCheckpoint): Promise<string[]> {
  const files = new ProjectFiles(around.root);
  const words = draftText(draft);
  const known = snapshot?.files ?? [];
  const mentioned = mentionsIn(words, (path) => files.has(path) || known.some((then) => then.path === path));
  const means = (mention: Mention, { path }: FileSnapshot) =>
    path === mention.path || path.endsWith(`/${mention.path.replace(/^\.\//, "")}`);
  const stillNamed = known.filter((file) => mentioned.some((one) => means(one, file)));
  const isKnown = (mention: Mention) => known.some((file) => means(mention, file));
  const warnings = await Promise.all([
    ...stillNamed.map((then) => fileWarnings(files, then)),
    ...mentioned.filter((one) => !isKnown(one)).map((one) => mentionWarnings(files, one, created)),
    ...(snapshot ? [gitWarnings(around, snapshot)] : []),
  ]);
  return warnings.flat();
}
