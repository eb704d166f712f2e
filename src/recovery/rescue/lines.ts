import type { ThingKey } from "./things.ts";

/** `   123→text`, `123\ttext`, `123: text`, as clients number the lines of a file that they show. */
const NUMBERED = /^\s*(\d{1,6})(?:→|\t|: ?|\| ?)(.*)$/;
const DEFINES =
  /^\s*(?:(?:export|default|public|private|protected|static|async|pub|abstract)\s+)*(?:func|type|def|class|fn|struct|interface|enum|trait|const|let|var|function|impl|module)\s+(?:\([^)]{0,60}\)\s*)?([A-Za-z_]\w*)/;

export const NO_LINES: ReadonlyMap<string, number> = new Map();

/** On which lines of a shown file its names are defined. */
export function linesOf(text: string, things: ReadonlySet<ThingKey>): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  for (const line of text.split("\n")) {
    const [, number, code = ""] = NUMBERED.exec(line) ?? [];
    const name = number === undefined ? undefined : DEFINES.exec(code)?.[1];
    if (name !== undefined && things.has(`name ${name}`)) lines.set(name, Number(number));
  }
  return lines;
}

/** A part of a file, by its lines. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** More than that is no place to look at. */
const LONGEST_RANGE = 400;

/** The lines that a result shows of a file, where it numbers them. */
export function rangeOf(text: string): Range | undefined {
  let from: number | undefined;
  let to = 0;
  for (const line of text.split("\n")) {
    const number = Number(NUMBERED.exec(line)?.[1]);
    if (!(number > 0)) continue;
    from ??= number;
    to = number;
  }
  return from === undefined || to < from || to - from > LONGEST_RANGE ? undefined : { from, to };
}
