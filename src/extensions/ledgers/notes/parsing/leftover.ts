/* Text of a person in our section that has no place in its format. It must be kept, in whole blocks. */

/** Blocks of Markdown, each as its lines. */
export type Leftover = (readonly string[])[];

const isBlank = (line: string | undefined): boolean => (line ?? "").trim() === "";

/** The lines without empty ones at both ends; nothing where there is nothing else. */
export function left(lines: readonly string[]): Leftover {
  const from = lines.findIndex((line) => !isBlank(line));
  if (from < 0) return [];
  return [lines.slice(from, lines.findLastIndex((line) => !isBlank(line)) + 1)];
}

/** As lines to be written, with an empty one between two blocks. */
export const asLines = (blocks: Leftover): string[] =>
  blocks.flatMap((block, at) => (at === 0 ? block : ["", ...block]));
