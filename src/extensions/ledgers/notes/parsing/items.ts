import { type Leftover, left, type Part, partsOf } from "./outline.ts";

const ITEM = /^ {0,3}(?:[-*+]|\d+[.)])(?: +|$)/u;

/** What we write is escaped where a reader of comments would take it for one. */
export const unescaped = (text: string): string => text.trim().replaceAll("&lt;!--", "<!--");

/** `isAll`: whether it has nothing but its words: no second paragraph, no list, no code. */
function readItem([first = "", ...more]: readonly string[]) {
  const mark = ITEM.exec(first)?.[0].length ?? 0;
  const words = first.slice(mark).trim();
  if (more.length === 0) return { words, isAll: true };
  const inside = [words, ...more.map((line) => line.replace(new RegExp(`^ {0,${mark}}`, "u"), ""))];
  const [paragraph, ...others] = partsOf(inside);
  if (paragraph?.kind !== "paragraph") return { words, isAll: false };
  return { words: paragraph.lines.map((line) => line.trim()).join(" "), isAll: others.length === 0 };
}

/** A list is its items; a line that looks like one is one, too (`- ---` is a rule to the parser). */
function itemsOf({ items, lines }: Part): readonly (readonly string[])[] {
  if (items.length > 0) return items;
  return lines.length === 1 && ITEM.test(lines[0] ?? "") ? [lines] : [];
}

export interface ReadItems<Thing> {
  readonly read: readonly Thing[];
  readonly left: Leftover;
}

/**
 * Reads the list items among some blocks. `left` has what stays in the file as it was written: text that is no list
 * item, items that are not understood, and items that hold more than their words, which are read all the same.
 */
export function readItems<Thing>(parts: readonly Part[], read: (words: string) => readonly Thing[]): ReadItems<Thing> {
  const things: Thing[] = [];
  const over = parts.map((part) => {
    const items = itemsOf(part);
    if (items.length === 0) return part.lines;
    return items.flatMap((item) => {
      const { words, isAll } = readItem(item);
      const found = words === "" ? [] : read(words);
      things.push(...found);
      return isAll && (found.length > 0 || words === "") ? [] : item;
    });
  });
  return { read: things, left: over.flatMap(left) };
}
