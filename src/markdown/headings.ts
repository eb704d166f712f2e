import { type Block, blocksOf } from "./blocks.ts";
import { readNotes } from "./sections.ts";

/** A section by its places in the text. */
export interface PlacedSection {
  readonly level: number;
  readonly title: string;
  /** Where the heading's line begins. */
  readonly from: number;
  /** Where the text below it begins. */
  readonly bodyFrom: number;
  /** Where the next section of the same or a higher level begins, or the end of the text. */
  readonly end: number;
}

const BYTE_ORDER_MARK = /^(?:\u00EF\u00BB\u00BF|\uFEFF)/u;
const LINE_END = /\r\n|\n|\r/u;

/** Where a line of a text begins; a byte order mark comes before the first. */
function placesIn(text: string): (line: number) => number {
  const ends = [...text.matchAll(new RegExp(LINE_END, "gu"))].map(({ 0: end, index }) => index + end.length);
  const starts = [BYTE_ORDER_MARK.exec(text)?.[0].length ?? 0, ...ends];
  return (line) => starts[line] ?? text.length;
}

/** The sections of a Markdown text, in order. */
export function placedSections(text: string): PlacedSection[] {
  const at = placesIn(text);
  return readNotes(text.replace(BYTE_ORDER_MARK, "")).sections.map(({ level, title, from, bodyFrom, to }) => ({
    ...{ level, title },
    ...{ from: at(from), bodyFrom: at(bodyFrom), end: at(to) },
  }));
}

/** A block by its places in the text. */
export interface PlacedBlock {
  readonly kind: Block["kind"];
  readonly from: number;
  readonly end: number;
}

/** The blocks of a Markdown text, in order. */
export function placedBlocks(text: string): PlacedBlock[] {
  const at = placesIn(text);
  const lines = text.replace(BYTE_ORDER_MARK, "").split(LINE_END);
  return blocksOf(lines).map(({ kind, from, to }) => ({ kind, from: at(from), end: at(to) }));
}
