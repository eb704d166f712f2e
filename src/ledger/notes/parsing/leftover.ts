/*
 * What a person wrote into our section and its form has no place for. It is theirs, and must stand somewhere: in whole
 * blocks.
 */

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
