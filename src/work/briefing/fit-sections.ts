import { oneLine } from "../../text/index.ts";

/** A line of the text: its words may be shortened, its source and age may not. */
export interface Line {
  readonly text: string;
  readonly source: string;
  /** The same in fewer words, where there is no room for all. */
  readonly short?: string | undefined;
  /** It belongs to the line above it, and is shown only with that. */
  readonly isUnder?: boolean;
}

/** Lines under a title, the most important first. */
export interface Section {
  readonly title: string;
  readonly lines: readonly Line[];
  /** How many characters it may take before the later sections get theirs. */
  readonly share: number;
  /** The line that says how many were left out, for sections that have to say so. */
  readonly more?: ((left: number) => string) | undefined;
  /** How many there are beyond these lines. */
  readonly further?: number;
}

/** A line is not cut shorter than this: then as many as fit are shown whole. */
const SHORTEST_LINE = 70;

const lengthOf = ({ text, source }: Line): number => text.length + source.length + 1;

/** How long a line may be so that all of them fit: short lines leave their part to the long ones. */
function fairLength(lengths: readonly number[], room: number): number {
  let left = room;
  const ascending = [...lengths].sort((a, b) => a - b);
  for (const [index, length] of ascending.entries()) {
    const fair = Math.floor(left / (ascending.length - index));
    if (length > fair) return fair;
    left -= length;
  }
  return Number.POSITIVE_INFINITY;
}

/** The text of a section in at most `chars` characters; empty where not even one line fits. */
function render(section: Section, chars: number): string {
  const { lines, more, further = 0 } = section;
  const whole = renderLines(section, chars);
  if (more === undefined || whole.left + further === 0) return whole.text;
  const some = renderLines(section, chars - more(lines.length + further).length - 1);
  return some.text === "" ? "" : `${some.text}\n${more(some.left + further)}`;
}

function renderLines({ title, lines }: Section, chars: number): { text: string; left: number } {
  let room = chars - (title === "" ? 0 : title.length + 1);
  const share = fairLength(lines.map(lengthOf), room);
  const fair = share < SHORTEST_LINE ? Number.POSITIVE_INFINITY : share;
  const shown: string[] = [];
  let left = 0;
  let isAboveShown = false;
  for (const line of lines) {
    const isUnder = line.isUnder ?? false;
    if (isUnder && !isAboveShown) continue;
    const limit = Math.min(room, fair) - 1;
    const fits = limit >= Math.min(SHORTEST_LINE, lengthOf(line)) - 1;
    if (!isUnder) isAboveShown = fits;
    if (!fits) {
      if (!isUnder) left += 1;
      continue;
    }
    const words = line.short !== undefined && lengthOf(line) - 1 > limit ? line.short : line.text;
    const [indent = ""] = /^ */.exec(words) ?? [];
    const text = `${indent}${oneLine(words, limit - indent.length - line.source.length)}${line.source}`;
    shown.push(text);
    room -= text.length + 1;
  }
  const text = shown.length === 0 ? "" : [...(title === "" ? [] : [title]), ...shown].join("\n");
  return { text, left };
}

/**
 * Lays sections out within `budget` characters: each gets its share first; the rest goes to the first in need.
 */
export function layOut(sections: readonly Section[], budget: number): string[] {
  const need = ({ title, lines }: Section): number =>
    lines.length === 0
      ? 0
      : (title === "" ? 0 : title.length + 1) + lines.reduce((sum, line) => sum + lengthOf(line), 0) + 1;
  let free = budget;
  const grants = sections.map((section) => {
    const grant = Math.max(0, Math.min(need(section), section.share, free));
    free -= grant;
    return grant;
  });
  return sections.map((section, index) => {
    const more = Math.min(free, need(section) - (grants[index] ?? 0));
    free -= more;
    const text = render(section, (grants[index] ?? 0) + more - 1);
    free += (grants[index] ?? 0) + more - (text === "" ? 0 : text.length + 1);
    return text;
  });
}
