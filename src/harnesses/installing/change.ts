import { redact } from "../../core/index.ts";
import { diffLines } from "./diff.ts";

/** One file as it is and as it shall be; `undefined` stands for no file. */
export interface FileChange {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** What the change is for, in a few words. */
  readonly description: string;
}

/**
 * The text of a file without anything that Throughline put into it; `undefined` when the whole file is Throughline's.
 * A text that has nothing of ours comes back as it is; one that cannot be understood makes it throw.
 */
export type Strip = (path: string, text: string) => string | undefined;

const LONGEST_SHOWN_LINE = 400;

function shown(line: string): string {
  const more = line.length - LONGEST_SHOWN_LINE;
  return more > 0 ? `${line.slice(0, LONGEST_SHOWN_LINE)}… [${more} more characters]` : line;
}

const linesOf = (text: string | undefined): string[] => (text ? text.replace(/\r?\n$/, "").split(/\r?\n/) : []);

/** A change as a person reads it before agreeing to it. The lines around it may hold the user's secrets. */
export function renderChange({ path, before, after, description }: FileChange): string {
  const verb = before === undefined ? "create" : after === undefined ? "delete" : "change";
  const lines = diffLines(linesOf(before), linesOf(after)).map(({ sign, text }) => `${sign} ${shown(text)}`.trimEnd());
  return redact([`${verb} ${path}: ${description}`, ...lines].join("\n"));
}
