import type { LineRange } from "./reference.ts";

export const fold = (text: string): string => text.replace(/\s+/g, " ").trim();

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

const WORD = /[\p{L}\p{N}_]/u;
const MARK = /\p{M}/u;
const DIGIT = /\p{Nd}/u;
/** Scripts without blanks between words: a word may end between any two letters. */
const WITHOUT_BLANKS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;

const before = (text: string, at: number): string => [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? "";
const behind = (text: string, at: number): string => [...text.slice(at, at + 2)][0] ?? "";

/** Whether a position is inside a word or a number, so that a cut there would match only a part of it. */
function isWithinToken(text: string, at: number): boolean {
  const left = before(text, at);
  const right = behind(text, at);
  if (MARK.test(right)) return true;
  if (WITHOUT_BLANKS.test(left) || WITHOUT_BLANKS.test(right)) return false;
  if (WORD.test(left) && WORD.test(right)) return true;
  // The point of 3.5, and of 1.2.3.
  if (left === ".") return DIGIT.test(right) && DIGIT.test(before(text, at - 1));
  return right === "." && DIGIT.test(left) && DIGIT.test(behind(text, at + 1));
}

/**
 * All places of a quote in the lines of a text, as the lines on which it begins and ends; white space counts as one
 * space each. Only whole words match: `timeout = 30` is not in `timeout = 3000`.
 */
export function* findQuote(quoted: string, lines: readonly string[]): Generator<LineRange> {
  const quote = fold(quoted);
  if (quote === "") return;
  const folded = foldLines(lines);
  for (let at = folded.text.indexOf(quote); at >= 0; at = folded.text.indexOf(quote, at + 1)) {
    const end = at + quote.length;
    if (isWithinToken(folded.text, at) || isWithinToken(folded.text, end)) continue;
    yield { from: lineAt(folded, at), to: lineAt(folded, end - 1) };
  }
}

/** The number of lines between two ranges; 0 where they overlap. */
export const distance = (a: LineRange, b: LineRange): number => Math.max(0, a.from - b.to, b.from - a.to);
