import { z } from "zod";
import { jsonIn, redact } from "../../core/index.ts";

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

/** A path that holds a secret is never written. */
const hasNoSecret = ({ path }: FileSnapshot): boolean => redact(path) === path;

export function snapshotComment(snapshot: WorkspaceSnapshot): string {
  const written = {
    ...snapshot,
    branch: snapshot.branch === null ? null : redact(snapshot.branch),
    files: snapshot.files.filter(hasNoSecret),
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
