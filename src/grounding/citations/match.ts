import type { LineRange } from "./reference.ts";

export type Match =
  | { readonly found: "here" }
  | { readonly found: "moved"; readonly line: number }
  | { readonly found: "nowhere"; readonly reason: "no such line" | "quote not found" };

const fold = (text: string): string => text.replace(/\s+/g, " ").trim();

/** A file with its white space folded, and where in that each of its lines begins. */
interface Folded {
  readonly text: string;
  /** Of the lines that are not blank: their place in the text, and their number. */
  readonly starts: readonly number[];
  readonly numbers: readonly number[];
}

function foldLines(lines: readonly string[]): Folded {
  const parts: string[] = [];
  const starts: number[] = [];
  const numbers: number[] = [];
  let at = 0;
  for (const [index, line] of lines.entries()) {
    const part = fold(line);
    if (part === "") continue;
    parts.push(part);
    starts.push(at);
    numbers.push(index + 1);
    at += part.length + 1;
  }
  return { text: parts.join(" "), starts, numbers };
}

/** The number of the line that a place in the folded text belongs to. */
function lineAt({ starts, numbers }: Folded, place: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return numbers[low] ?? 1;
}

/** All places of a quote, as the lines on which it begins and ends. */
function* placesOf(folded: Folded, quote: string): Generator<LineRange> {
  for (let at = folded.text.indexOf(quote); at >= 0; at = folded.text.indexOf(quote, at + 1))
    yield { from: lineAt(folded, at), to: lineAt(folded, at + quote.length - 1) };
}

const distance = (a: LineRange, b: LineRange): number => Math.max(0, a.from - b.to, b.from - a.to);

function linesOf(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** Holds a quote and the lines it is said to be on against a text; white space counts as one space each. */
export function match(text: string, cited: LineRange | undefined, quoted: string | undefined): Match {
  const lines = linesOf(text);
  const quote = fold(quoted ?? "");
  if (quote === "") {
    const exists = cited === undefined || (cited.from >= 1 && cited.from <= cited.to && cited.to <= lines.length);
    return exists ? { found: "here" } : { found: "nowhere", reason: "no such line" };
  }
  let nearest: LineRange | undefined;
  for (const place of placesOf(foldLines(lines), quote)) {
    if (cited === undefined || distance(place, cited) === 0) return { found: "here" };
    if (nearest === undefined || distance(place, cited) < distance(nearest, cited)) nearest = place;
  }
  return nearest ? { found: "moved", line: nearest.from } : { found: "nowhere", reason: "quote not found" };
}
