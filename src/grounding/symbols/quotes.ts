import { fold } from "../citations/places.ts";
import type { Lines } from "./lines.ts";

const pairsOf = (text: string): Set<string> => {
  const flat = fold(text);
  return new Set(Array.from({ length: Math.max(0, flat.length - 1) }, (_, at) => flat.slice(at, at + 2)));
};

/** How much two lines have in common, by their pairs of characters. */
function likenessOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const pair of one) if (other.has(pair)) shared += 1;
  return one.size + other.size === 0 ? 0 : (2 * shared) / (one.size + other.size);
}

/** So many lines of a function are compared. */
const MOST = 2000;

/** The line of a part of the file that is most like the beginning of a quote. */
export function nearestLine(
  quote: string,
  { texts }: Lines,
  { from, to }: { readonly from: number; readonly to: number },
): { readonly line: number; readonly text: string; readonly likeness: number } {
  const wanted = pairsOf(quote.trim().split(/\r\n|\n|\r/)[0] ?? "");
  let best = { line: from, text: fold(texts[from - 1] ?? ""), likeness: 0 };
  for (let line = from; line <= Math.min(to, from + MOST); line++) {
    const likeness = likenessOf(wanted, pairsOf(texts[line - 1] ?? ""));
    if (likeness > best.likeness) best = { line, text: fold(texts[line - 1] ?? ""), likeness };
  }
  return best;
}
