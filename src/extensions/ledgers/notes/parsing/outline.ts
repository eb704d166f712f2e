import { type Block, blocksOf, readNotes, type Section } from "../../../../markdown/index.ts";

/* A text as sections in sections, each with the blocks of its own. */

export interface Part {
  /** Its first line, among those that were asked about. */
  readonly from: number;
  /** The block as it was written. */
  readonly lines: readonly string[];
  readonly kind: Block["kind"];
  /** Of a list, each as it was written. */
  readonly items: readonly (readonly string[])[];
}

export interface Chapter {
  readonly title: string;
  /** The heading itself, one line or two. */
  readonly heading: readonly string[];
  /** The text below the heading, before the first inner section. */
  readonly own: readonly string[];
  readonly inner: readonly Chapter[];
  /** All of it, as it was written. */
  readonly lines: readonly string[];
}

export const partsOf = (lines: readonly string[]): Part[] =>
  blocksOf(lines).map(({ kind, from, to, items }) => ({
    ...{ kind, from },
    lines: lines.slice(from, to),
    items: items.map((item) => lines.slice(item.from, item.to)),
  }));

function chaptersOf(lines: readonly string[], sections: readonly Section[]): Chapter[] {
  const chapters: Chapter[] = [];
  for (let at = 0; at < sections.length; ) {
    const section = sections[at];
    if (!section) break;
    const inside = sections.slice(at + 1).filter(({ from }) => from < section.to);
    chapters.push({
      title: section.title,
      heading: lines.slice(section.from, section.bodyFrom),
      own: lines.slice(section.bodyFrom, inside[0]?.from ?? section.to),
      inner: chaptersOf(lines, inside),
      lines: lines.slice(section.from, section.to),
    });
    at += inside.length + 1;
  }
  return chapters;
}

/** A text as if it were a chapter without a heading. */
export function outlineOf(text: string): Chapter {
  const { lines, sections } = readNotes(text);
  const inner = chaptersOf(lines, sections);
  return { title: "", heading: [], own: lines.slice(0, sections[0]?.from ?? lines.length), inner, lines };
}

/** The heading's words with their marks: a name may have underscores. */
export function titleOf({ heading: [first = ""] }: Chapter): string {
  return first
    .replace(/^ {0,3}#{1,6}(?=\s|$)/u, "")
    .replace(/\s#+\s*$/u, "")
    .trim();
}

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
