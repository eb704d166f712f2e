import type { ProjectLocation } from "../../../project-files/index.ts";
import type { CheckedEvidence, Evidence } from "../../ledgers/index.ts";
import { type Match, match } from "./find-quote.ts";
import { readCited } from "./read-cited-file.ts";
import { type LineRange, parseReference } from "./reference.ts";

export interface Citation {
  /** As it was written, with or without lines at its end. */
  readonly path: string | undefined;
  readonly lines: LineRange | undefined;
  readonly quote: string | undefined;
}

/** The message for a quote that is no longer at its line. */
export const movedTo = (line: number): string => `moved to line ${line}`;

/** Whether the cited text is really in the project. */
export function checkCitation(root: string, { path, lines, quote }: Citation): Match {
  if (path === undefined || path.trim() === "") return { state: "missing", reason: "no file named" };
  const reference = parseReference(path);
  const whole = readCited(root, path.trim());
  // A file may be called `notes:12`.
  const isWhole = reference.lines !== undefined && "text" in whole;
  const file = isWhole ? whole : readCited(root, reference.path);
  if ("reason" in file) return { state: "missing", reason: file.reason };
  return match(file.text, lines ?? (isWhole ? undefined : reference.lines), quote);
}

/** Whether the evidence of a decision is really there. */
export function checkEvidence({ root }: ProjectLocation, evidence: Evidence): CheckedEvidence {
  const { path, line, quote } = evidence;
  const found = checkCitation(root, { path, lines: { from: line, to: line }, quote });
  if (found.state === "here") return { ...evidence, grounded: true, note: null };
  if (found.state === "missing") return { ...evidence, grounded: false, note: found.reason };
  return { ...evidence, line: found.line, grounded: true, note: movedTo(found.line) };
}
