import { parser } from "./blocks.ts";

/** A heading with the text below it, up to the next heading of its level or a higher one. */
export interface Section {
  readonly title: string;
  readonly level: number;
  /** Lines of the whole text, the heading's own among them; `to` is the first that is no longer part. */
  readonly from: number;
  readonly to: number;
  /** Where the text below the heading begins: a heading may be underlined, and so take two lines. */
  readonly bodyFrom: number;
}

export interface Notes {
  readonly lines: readonly string[];
  readonly sections: readonly Section[];
}

type Heading = Omit<Section, "to">;

const MARKUP = /<!--.*?-->|[*_`~[\]]/g;

/** The headings of a text itself, not those inside code, comments, quotes or lists. */
function headingsOf(text: string): Heading[] {
  const tokens = parser.parse(text, {});
  return tokens.flatMap((token, at) => {
    if (token.type !== "heading_open" || token.level !== 0 || !token.map) return [];
    const title = (tokens[at + 1]?.content ?? "").replace(MARKUP, "").trim();
    return [{ title, level: Number(token.tag.slice(1)), from: token.map[0], bodyFrom: token.map[1] }];
  });
}

/** Reads a Markdown text as people and editors leave it: with any line ends, with or without a byte order mark. */
export function readNotes(text: string): Notes {
  const plain = text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const lines = plain.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const ends: number[] = [];
  const headings = headingsOf(plain);
  // From the last to the first: the next heading that is not below this one is on top of the stack.
  const open: Heading[] = [];
  for (const [at, heading] of [...headings.entries()].reverse()) {
    while (open.length > 0 && (open.at(-1)?.level ?? 0) > heading.level) open.pop();
    ends[at] = open.at(-1)?.from ?? lines.length;
    open.push(heading);
  }
  return { lines, sections: headings.map((heading, at) => ({ ...heading, to: ends[at] ?? lines.length })) };
}

/** `## 2. Session Continuity (draft)` is that section, `## Session Continuity Archive` is another. */
export function isCalled(title: string, name: string): boolean {
  const words = title.toLowerCase().replace(/^[^\p{L}]+/u, "");
  if (!words.startsWith(name.toLowerCase())) return false;
  return !/^\s*[\p{L}\p{N}]/u.test(words.slice(name.length));
}

export const findSection = (notes: Notes, name: string): Section | undefined =>
  notes.sections.find(({ title }) => isCalled(title, name));

const asName = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_+|_+$/gu, "");

/** By its title in small letters: `blockers_dependencies`, or its first words. */
export const findSectionNamed = (notes: Notes, name: string): Section | undefined =>
  notes.sections.find(({ title }) => `${asName(title)}_`.startsWith(`${name}_`));

export const bodyOf = (notes: Notes, section: Section): string[] => notes.lines.slice(section.bodyFrom, section.to);

/** The sections inside one: they follow it, up to its end. */
export function sectionsIn({ sections }: Notes, outer: Section): Section[] {
  const first = sections.indexOf(outer) + 1;
  let end = first;
  while ((sections[end]?.from ?? outer.to) < outer.to) end++;
  return sections.slice(first, end);
}
