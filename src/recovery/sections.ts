import { bothEndsOf, oneLine } from "../conversation/index.ts";

/** Something to tell, and where it comes from: the source stays whole however short the words must become. */
export interface Line {
  readonly text: string;
  readonly source: string;
  /** Its end counts as much as its beginning. */
  readonly hasEnd?: boolean;
}

/** A part of the recovery text: it may take `share` of the budget, and more where others leave something over. */
export interface Section {
  readonly title: string;
  readonly lines: readonly Line[];
  readonly share: number;
  /** Its lines are told whole or not at all. */
  readonly isWhole?: boolean;
}

const SHORTEST_LINE = 90;

const lengthOf = (line: Line): number => line.text.length + line.source.length;
const titleLength = (section: Section): number => section.title.length + 1;
const need = (section: Section): number =>
  titleLength(section) + section.lines.reduce((sum, line) => sum + lengthOf(line) + 1, 0);

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

function render(section: Section, chars: number): string {
  let left = chars - titleLength(section);
  const lines: string[] = [];
  const fair = fairLength(
    section.lines.map((line) => lengthOf(line) + 1),
    left,
  );
  for (const line of section.lines) {
    const limit = (section.isWhole ? left : Math.min(left, Math.max(SHORTEST_LINE, fair))) - 1;
    if (section.isWhole && lengthOf(line) > limit) continue;
    if (limit < Math.min(Math.max(SHORTEST_LINE - 1, line.source.length + 2), lengthOf(line))) continue;
    const cut = line.hasEnd ? bothEndsOf : oneLine;
    const text = `${cut(line.text, limit - line.source.length)}${line.source}`;
    lines.push(text);
    left -= text.length + 1;
  }
  return lines.length > 0 ? [section.title, ...lines].join("\n") : "";
}

/** Lays sections out within `budget` characters, in their order; earlier ones are served first. */
export function layOut(sections: readonly Section[], budget: number): string {
  const filled = sections.filter((section) => section.lines.length > 0);
  const gaps = Math.max(0, filled.length - 1);
  let left = budget - gaps;
  const grants = filled.map((section) => {
    const grant = Math.max(0, Math.min(need(section), Math.floor(section.share * budget), left));
    left -= grant;
    return grant;
  });
  filled.forEach((section, index) => {
    const more = Math.min(left, need(section) - (grants[index] ?? 0));
    grants[index] = (grants[index] ?? 0) + more;
    left -= more;
  });
  return filled
    .map((section, index) => render(section, grants[index] ?? 0))
    .filter((text) => text !== "")
    .join("\n");
}
