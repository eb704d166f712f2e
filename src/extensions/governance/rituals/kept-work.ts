import { z } from "zod";
import { redact } from "../../../core/index.ts";
import { oneLine } from "../../../text/index.ts";
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
  /** What is in no patch and stands in the work tree only, each with why. */
  leftOut: z.array(z.string()).readonly().default([]),
});
export type KeptWork = Readonly<z.infer<typeof keptShape>>;

/** What a step of a ritual did. */
export interface RitualStep {
  readonly step: string;
  readonly at: string;
  readonly detail: string;
  readonly kept?: KeptWork | undefined;
}

const LONGEST = 400;
const LONGEST_REASON = 110;

export const nothingKept = (text: string): KeptWork => keptShape.parse({ text });
export const keptAsCommit = (commit: string): KeptWork => keptShape.parse({ text: `commit ${commit}`, commit });

/** `patch` is null where none could be written. */
export function keptAsPatch({ files, commit, leftOut }: Patch, patch: string | null, refused?: string): KeptWork {
  const notCommitted = refused === undefined ? null : redact(oneLine(refused, LONGEST_REASON));
  const what =
    patch === null
      ? "uncommitted work stands in the work tree only"
      : `patch ${patch} of ${files} files, on ${commit ?? "no commit"}`;
  const why = notCommitted === null ? "" : ` (not committed: ${notCommitted})`;
  const without = leftOut.length === 0 ? "" : `; left out: ${leftOut.join("; ")}`;
  const text = oneLine(`${what}${why}${without}`, LONGEST);
  return { text, commit: null, patch, appliesTo: patch && commit, notCommitted, leftOut };
}

/** What became of the work at the last end of a session; undefined where none was. */
export function keptIn(steps: readonly RitualStep[]): KeptWork | undefined {
  const last = steps.findLast(({ step }) => step === "commit_work");
  // Earlier versions wrote down less of it.
  return last && (last.kept ? keptShape.parse(last.kept) : nothingKept(last.detail));
}
