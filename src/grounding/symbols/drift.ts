import { distance, placesOf } from "../citations/places.ts";
import type { LineRange } from "../citations/reference.ts";
import { whyUnread } from "./languages.ts";
import { Lines } from "./lines.ts";
import { type CodeSymbol, outlineOf } from "./outline.ts";
import { nearestLine } from "./quotes.ts";

/** A quote from the code as it was stored. */
export interface Citation {
  readonly path: string;
  readonly line: number;
  readonly quote: string;
  /** The name of the function, method or class that it stood in. */
  readonly symbol?: string;
}

/** What became of a quote. */
export type Drift =
  | { readonly state: "same"; readonly line: number }
  /** `withSymbol`: the function that it stood in moved, and it moved along. */
  | { readonly state: "moved"; readonly line: number; readonly withSymbol: boolean }
  /** The function is still there, the quote is not: the line of it that is most like the quote. */
  | { readonly state: "changed"; readonly line: number; readonly symbol: CodeSymbol; readonly now: string }
  | { readonly state: "gone"; readonly because: string };

const nearest = (places: readonly LineRange[], line: number): LineRange | undefined => {
  const cited = { from: line, to: line };
  return [...places].sort((a, b) => distance(a, cited) - distance(b, cited))[0];
};

/** Nobody touched a quote of several lines that was cited by any one of them. */
const isAt = ({ from, to }: LineRange, line: number): boolean => from <= line && line <= to;

/** A stored quote against the present text of its file. */
export async function driftOf(citation: Citation, text: string): Promise<Drift> {
  const { path, line, quote, symbol } = citation;
  const lines = new Lines(text);
  const places = [...placesOf(quote, lines.texts)];
  const spans =
    symbol === undefined ? [] : (await outlineOf(path, text)).filter((candidate) => candidate.name === symbol);
  const within = places.filter((place) => spans.some((span) => isAt(span, place.from)));
  const kept = nearest(within, line);
  if (kept !== undefined)
    return isAt(kept, line) ? { state: "same", line } : { state: "moved", line: kept.from, withSymbol: true };
  const [first] = spans;
  // Outside its function, only a quote that stands there once is surely the same one.
  if (first !== undefined && places.length !== 1) {
    const like = spans
      .map((span) => ({ span, ...nearestLine(quote, lines, span) }))
      .sort((a, b) => b.likeness - a.likeness)[0];
    return { state: "changed", line: like?.line ?? first.from, symbol: like?.span ?? first, now: like?.text ?? "" };
  }
  const found = nearest(places, line);
  if (found !== undefined)
    return isAt(found, line) ? { state: "same", line } : { state: "moved", line: found.from, withSymbol: false };
  return { state: "gone", because: whyGone(citation, text) };
}

function whyGone({ path, symbol, quote }: Citation, text: string): string {
  if (quote.trim() === "") return "there is no quote";
  if (symbol === undefined) return "the quote is nowhere in the file";
  const unread = whyUnread(path, text);
  return unread === undefined
    ? `neither the quote nor ${symbol} is in the file`
    : `the quote is nowhere in the file, and ${symbol} was not looked for: ${unread}`;
}
