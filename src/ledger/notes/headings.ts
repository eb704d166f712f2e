import { readNotes } from "../../markdown/index.ts";

/** A section by its places in the text. */
export interface PlacedSection {
  readonly level: number;
  readonly title: string;
  /** Where the heading's line begins. */
  readonly from: number;
  /** Where what stands below it begins. */
  readonly bodyFrom: number;
  /** Where the next section of the same or a higher level begins, or the end of the text. */
  readonly end: number;
}

/** The sections of a Markdown text, in order. */
export function placedSections(text: string): PlacedSection[] {
  const starts = [0, ...[...text.matchAll(/\r\n|\n|\r/gu)].map(({ 0: end, index }) => index + end.length)];
  const at = (line: number): number => starts[line] ?? text.length;
  return readNotes(text).sections.map(({ level, title, from, bodyFrom, to }) => ({
    ...{ level, title },
    ...{ from: at(from), bodyFrom: at(bodyFrom), end: at(to) },
  }));
}
