import type { Lines } from "./lines.ts";

const folded = (text: string): string => text.replace(/\s+/g, " ").trim();
const WORD = /[\p{L}\p{N}_$]/u;

/** A quote that begins or ends within a word is another one. */
function isWhole(text: string, at: number, quote: string): boolean {
  const cuts = (outer: string, inner: string) => WORD.test(outer) && WORD.test(inner);
  const end = at + quote.length;
  return !cuts(text[at - 1] ?? "", quote[0] ?? "") && !cuts(text[end] ?? "", quote.at(-1) ?? "");
}

/** The lines on which a quote begins, white space folded; it may be a part of a line, or several lines. */
export function placesOf(quote: string, { texts }: Lines): number[] {
  const wanted = folded(quote);
  if (wanted === "") return [];
  const starts: number[] = [];
  const numbers: number[] = [];
  let length = 0;
  const kept: string[] = [];
  for (const [at, text] of texts.entries()) {
    const line = folded(text);
    if (line === "") continue;
    starts.push(length);
    numbers.push(at + 1);
    kept.push(line);
    length += line.length + 1;
  }
  const all = kept.join(" ");
  const places = new Set<number>();
  let place = 0;
  for (let at = all.indexOf(wanted); at >= 0; at = all.indexOf(wanted, at + 1)) {
    while ((starts[place + 1] ?? Number.POSITIVE_INFINITY) <= at) place += 1;
    if (isWhole(all, at, wanted)) places.add(numbers[place] ?? 1);
  }
  return [...places];
}

const pairsOf = (text: string): Set<string> => {
  const flat = folded(text);
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
  let best = { line: from, text: folded(texts[from - 1] ?? ""), likeness: 0 };
  for (let line = from; line <= Math.min(to, from + MOST); line++) {
    const likeness = likenessOf(wanted, pairsOf(texts[line - 1] ?? ""));
    if (likeness > best.likeness) best = { line, text: folded(texts[line - 1] ?? ""), likeness };
  }
  return best;
}
