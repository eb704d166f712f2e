import { match } from "./match-quote.ts";
import { readCited, type Unreadable } from "./read-cited-file.ts";
import { type LineRange, parseReference } from "./reference.ts";

export interface Citation {
  /** As it was written, with or without lines at its end. */
  readonly path: string | undefined;
  readonly lines: LineRange | undefined;
  readonly quote: string | undefined;
}

export type Verdict =
  | { readonly state: "grounded" }
  | { readonly state: "moved"; readonly line: number }
  | {
      readonly state: "ungrounded";
      readonly reason: Unreadable | "no such line" | "quote not found" | "no file named";
    };

/** The message for a quote that is no longer at its line. */
export const movedTo = (line: number): string => `moved to line ${line}`;

/** Whether the cited text is really in the project. */
export function checkCitation(root: string, { path, lines, quote }: Citation): Verdict {
  if (path === undefined || path.trim() === "") return { state: "ungrounded", reason: "no file named" };
  const reference = parseReference(path);
  const whole = readCited(root, path.trim());
  // A file may be called `notes:12`.
  const isWhole = reference.lines !== undefined && "text" in whole;
  const file = isWhole ? whole : readCited(root, reference.path);
  if ("reason" in file) return { state: "ungrounded", reason: file.reason };
  const result = match(file.text, lines ?? (isWhole ? undefined : reference.lines), quote);
  if (result.found === "here") return { state: "grounded" };
  if (result.found === "moved") return { state: "moved", line: result.line };
  return { state: "ungrounded", reason: result.reason };
}
