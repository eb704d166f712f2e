import { foldSpace, placesOf } from "../../../text/index.ts";
import type { LineRange } from "./reference.ts";

/** Whether a quote is where it was cited, else where it is, else why it is not. */
export type Match =
  | { readonly state: "here" }
  | { readonly state: "moved"; readonly line: number }
  | { readonly state: "missing"; readonly reason: string };

function linesOf(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** All places of a quote, as the lines on which it begins and ends. Only whole words match. */
function* findQuote(quote: string, lines: readonly string[]): Generator<LineRange> {
  const folded = lines.map((line, at) => ({ text: foldSpace(line), number: at + 1 })).filter(({ text }) => text !== "");
  const starts: number[] = [];
  let length = 0;
  for (const { text } of folded) {
    starts.push(length);
    length += text.length + 1;
  }
  const startOf = (line: number): number => starts[line] ?? Number.POSITIVE_INFINITY;
  const numberOf = (line: number): number => folded[line]?.number ?? 1;
  let first = 0;
  for (const at of placesOf(folded.map(({ text }) => text).join(" "), quote)) {
    while (startOf(first + 1) <= at) first++;
    let last = first;
    while (startOf(last + 1) < at + quote.length) last++;
    yield { from: numberOf(first), to: numberOf(last) };
  }
}

/** The number of lines between two ranges; 0 where they overlap. */
const distance = (a: LineRange, b: LineRange): number => Math.max(0, a.from - b.to, b.from - a.to);

/** Compares a quote and its cited lines with a text; any white space counts as one space. */
export function match(text: string, cited: LineRange | undefined, quoted: string | undefined): Match {
  const lines = linesOf(text);
  const quote = foldSpace(quoted ?? "");
  if (quote === "") {
    const exists = cited === undefined || (cited.from >= 1 && cited.from <= cited.to && cited.to <= lines.length);
    return exists ? { state: "here" } : { state: "missing", reason: "no such line" };
  }
  let nearest: LineRange | undefined;
  for (const place of findQuote(quote, lines)) {
    if (cited === undefined || distance(place, cited) === 0) return { state: "here" };
    if (nearest === undefined || distance(place, cited) < distance(nearest, cited)) nearest = place;
  }
  return nearest ? { state: "moved", line: nearest.from } : { state: "missing", reason: "quote not found" };
}
