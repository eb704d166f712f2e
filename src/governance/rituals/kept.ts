import { z } from "zod";
import { oneLine } from "../../conversation/index.ts";
import { redact } from "../../core/index.ts";
import type { Patch } from "./patch.ts";

const nullable = z.string().nullable().default(null);

/** What became of the work that a session left uncommitted. */
export const keptShape = z.object({
  /** For people, in one line. */
  text: z.string(),
  commit: nullable,
  /** From the task's folder. */
  patch: nullable,
  /** What must be checked out to apply the patch. */
  appliesTo: nullable,
  /** Why it is not committed, though that was allowed. */
  notCommitted: nullable,
  /** What is in no patch and stands in the work tree only, each with why: the first of them. */
  leftOut: z.array(z.string()).readonly().default([]),
  /** How many more there are; an incident names them all. */
  leftOutMore: z.number().default(0),
});
export type Kept = Readonly<z.infer<typeof keptShape>>;

const MOST_NAMED = 10;
const LONGEST = 400;
const LONGEST_REASON = 110;

export const nothingKept = (text: string): Kept => keptShape.parse({ text });
export const keptAsCommit = (commit: string): Kept => keptShape.parse({ text: `commit ${commit}`, commit });

/** `patch` is null where none could be written. */
export function keptAsPatch({ files, commit, leftOut: all }: Patch, patch: string | null, refused?: string): Kept {
  const notCommitted = refused === undefined ? null : redact(oneLine(refused, LONGEST_REASON));
  const leftOut = all.slice(0, MOST_NAMED);
  const leftOutMore = all.length - leftOut.length;
  const what =
    patch === null
      ? "uncommitted work stands in the work tree only"
      : `patch ${patch} of ${files} files, on ${commit ?? "no commit"}`;
  const why = notCommitted === null ? "" : ` (not committed: ${notCommitted})`;
  const without = [...leftOut, ...(leftOutMore > 0 ? [`${leftOutMore} more`] : [])].join("; ");
  const text = oneLine(`${what}${why}${without === "" ? "" : `; left out: ${without}`}`, LONGEST);
  return { text, commit: null, patch, appliesTo: patch && commit, notCommitted, leftOut, leftOutMore };
}
