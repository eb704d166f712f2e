import { z } from "zod";
import { jsonIn } from "../../core/index.ts";
import type { Lines } from "../../text/index.ts";

const callShape = z.object({
  input: z.object({
    new_string: z.string().optional().catch(undefined),
    newString: z.string().optional().catch(undefined),
    content: z.string().optional().catch(undefined),
    edits: z
      .array(z.object({ new_string: z.string() }))
      .optional()
      .catch(undefined),
  }),
});

/** What an editing tool call put into its file. */
export interface Insertion {
  readonly texts: readonly string[];
  readonly isWhole: boolean;
}

export function insertionOf(call: string): Insertion {
  const { new_string, newString, content, edits } = callShape.safeParse(jsonIn(call)).data?.input ?? {};
  const texts = [new_string, newString, ...(edits ?? []).map((edit) => edit.new_string)];
  return { texts: texts.flatMap((text) => (text ? [text] : [])), isWhole: content !== undefined };
}

const lineCount = (text: string): number => text.split("\n").length;

/** Where a file contains a text now. */
export function findLines(file: string, text: string): Lines | undefined {
  const wanted = text.replace(/\r\n?/g, "\n").replace(/^\s*\n|\s+$/g, "");
  const at = wanted === "" ? -1 : file.indexOf(wanted);
  if (at < 0) return undefined;
  const from = lineCount(file.slice(0, at));
  return { from, to: from + lineCount(wanted) - 1 };
}

/** Changes at most this many lines apart are shown as one. */
const NEAR = 3;

export function mergedLines(all: readonly Lines[]): Lines[] {
  const merged: Lines[] = [];
  for (const lines of [...all].sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && lines.from <= last.to + NEAR)
      merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, lines.to) };
    else merged.push(lines);
  }
  return merged;
}

export const linesText = ({ from, to }: Lines): string => (from === to ? `${from}` : `${from}-${to}`);
