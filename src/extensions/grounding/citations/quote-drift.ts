import { foldSpace } from "../../../text/index.ts";
import { match } from "./match-quote.ts";

/** What became of a quote since it was written down. */
export type Drift =
  | { readonly state: "same" | "moved"; readonly line: number }
  /** It is nowhere any more, but a line near its place is still much like it. */
  | { readonly state: "changed"; readonly line: number; readonly now: string }
  | { readonly state: "gone"; readonly because: string };

/** Lines compared before and after the cited line. */
const LINES_COMPARED = 1000;
const LEAST_LIKENESS = 0.7;

const pairsOf = (text: string): Set<string> => {
  const flat = foldSpace(text);
  return new Set(Array.from({ length: Math.max(0, flat.length - 1) }, (_, at) => flat.slice(at, at + 2)));
};

/** How much two lines have in common, from 0 to 1, by their pairs of characters. */
function likenessOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const pair of one) if (other.has(pair)) shared += 1;
  return one.size + other.size === 0 ? 0 : (2 * shared) / (one.size + other.size);
}

/** The line that is most like the first one of a quote. */
function mostAlike(quote: string, text: string, cited: number): { readonly line: number; readonly now: string }[] {
  const wanted = pairsOf(quote.trim().split("\n")[0] ?? "");
  const first = Math.max(1, cited - LINES_COMPARED);
  const near = text.split("\n").slice(first - 1, cited + LINES_COMPARED);
  return near
    .map((now, at) => ({ line: first + at, now: foldSpace(now), likeness: likenessOf(wanted, pairsOf(now)) }))
    .filter(({ likeness }) => likeness >= LEAST_LIKENESS)
    .sort((a, b) => b.likeness - a.likeness || Math.abs(a.line - cited) - Math.abs(b.line - cited));
}

/** A stored quote against the present text of its file. */
export function driftOf({ line, quote }: { readonly line: number; readonly quote: string }, text: string): Drift {
  if (quote.trim() === "") return { state: "gone", because: "there is no quote" };
  const found = match(text, { from: line, to: line }, quote);
  if (found.found === "here") return { state: "same", line };
  if (found.found === "moved") return { state: "moved", line: found.line };
  const [like] = mostAlike(quote, text, line);
  return like
    ? { state: "changed", line: like.line, now: like.now }
    : { state: "gone", because: "the quote is nowhere in the file" };
}
