import { foldSpace, placesOf } from "../../../text/index.ts";
import type { LineRange } from "./reference.ts";

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
    const part = foldSpace(line);
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

/**
 * All places of a quote in the lines of a text, as the lines on which it begins and ends; white space counts as one
 * space each. Only whole words match: `timeout = 30` is not in `timeout = 3000`.
 */
export function* findQuote(quoted: string, lines: readonly string[]): Generator<LineRange> {
  const quote = foldSpace(quoted);
  if (quote === "") return;
  const folded = foldLines(lines);
  for (const at of placesOf(folded.text, quote))
    yield { from: lineAt(folded, at), to: lineAt(folded, at + quote.length - 1) };
}

/** The number of lines between two ranges; 0 where they overlap. */
export const distance = (a: LineRange, b: LineRange): number => Math.max(0, a.from - b.to, b.from - a.to);
