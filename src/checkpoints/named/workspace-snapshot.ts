import { z } from "zod";
import { isoTime, jsonIn, redact } from "../../core/index.ts";
import { askGit } from "../../project-files/index.ts";
import { type Mention, mentionsIn } from "../../text/index.ts";
import type { Draft } from "./draft.ts";
import { contentsAt, hashOfLines, ProjectFiles } from "./project-files.ts";

/*
 * The state of the project when a checkpoint was saved, in one hidden comment at the end of its file: it travels with
 * the file through git, and shows later what has changed.
 */

const snapshotShape = z.object({
  at: z.string(),
  /** `<client> 1a2b…`. */
  session: z.string().optional().catch(undefined),
  branch: z.string().nullable().catch(null),
  commit: z.string().nullable().catch(null),
  files: z
    .array(
      z.object({
        path: z.string(),
        /** Null where the file did not exist. */
        hash: z.string().nullable(),
        ranges: z
          .array(z.object({ from: z.number(), to: z.number(), hash: z.string() }))
          .readonly()
          .catch([]),
      }),
    )
    .readonly()
    .catch([]),
});

export type WorkspaceSnapshot = z.infer<typeof snapshotShape>;
export type FileSnapshot = WorkspaceSnapshot["files"][number];

const MARK = "<!-- throughline:";

export function snapshotComment(snapshot: WorkspaceSnapshot): string {
  const written = {
    ...snapshot,
    branch: snapshot.branch === null ? null : redact(snapshot.branch),
    // A path that holds a secret is never written.
    files: snapshot.files.filter(({ path }) => redact(path) === path),
  };
  // Two dashes in a row could end the comment.
  return `${MARK} ${JSON.stringify(written).replaceAll("--", "-\\u002d")} -->`;
}

/** Undefined where there is none, or where it is damaged. */
export function readSnapshot(text: string): WorkspaceSnapshot | undefined {
  const from = text.lastIndexOf(MARK);
  const to = from < 0 ? -1 : text.indexOf("-->", from);
  return to < 0 ? undefined : snapshotShape.safeParse(jsonIn(text.slice(from + MARK.length, to))).data;
}

const MOST_PATHS = 100;

/** The whole draft, to find the paths that it names. */
export const draftText = ({ task, progress, nextAction, blockers, keyDecisions, relevantContext }: Draft): string =>
  [task, ...progress, nextAction, ...blockers, ...keyDecisions, ...relevantContext].join("\n");

const answer = async (root: string, ...args: string[]): Promise<string | null> =>
  (await askGit(root, ...args))?.trim() || null;

/** Null outside a repository; `HEAD` where no branch is checked out. */
export const branchOf = (root: string): Promise<string | null> => answer(root, "rev-parse", "--abbrev-ref", "HEAD");

async function fileSnapshot(
  files: ProjectFiles,
  { path, lines, isCertain }: Mention,
): Promise<FileSnapshot | undefined> {
  const found = await files.find(path);
  const held = found === undefined ? undefined : contentsAt(files.placeOf(found));
  if (found === undefined || !held) return isCertain ? { path, hash: null, ranges: [] } : undefined;
  const ranges = lines.flatMap((range) => {
    const hash = held.lines && hashOfLines(held.lines, range);
    return hash === undefined ? [] : [{ ...range, hash }];
  });
  return { path: found, hash: held.hash, ranges };
}

/** The branch, the commit and the files that a draft names, as they are now. */
export async function takeSnapshot(root: string, draft: Draft, now: number): Promise<WorkspaceSnapshot> {
  const files = new ProjectFiles(root);
  const words = draftText(draft);
  const found = new Map<string, FileSnapshot>();
  for (const mention of mentionsIn(words, (path) => files.has(path)).slice(0, MOST_PATHS)) {
    const file = await fileSnapshot(files, mention);
    const before = file && found.get(file.path);
    if (file) found.set(file.path, before ? { ...file, ranges: [...before.ranges, ...file.ranges] } : file);
  }
  const commit = await answer(root, "rev-parse", "HEAD");
  return { at: isoTime(now), branch: await branchOf(root), commit, files: [...found.values()] };
}
