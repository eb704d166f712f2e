import { foldSpace } from "../../../text/index.ts";
import { distance, findQuote } from "./find-quote.ts";
import type { LineRange } from "./reference.ts";

export type Match =
  | { readonly found: "here" }
  | { readonly found: "moved"; readonly line: number }
  | { readonly found: "nowhere"; readonly reason: "no such line" | "quote not found" };

function linesOf(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** Compares a quote and its cited lines with a text; any white space counts as one space. */
export function match(text: string, cited: LineRange | undefined, quoted: string | undefined): Match {
  const lines = linesOf(text);
  const quote = foldSpace(quoted ?? "");
  if (quote === "") {
    const exists = cited === undefined || (cited.from >= 1 && cited.from <= cited.to && cited.to <= lines.length);
    return exists ? { found: "here" } : { found: "nowhere", reason: "no such line" };
  }
  let nearest: LineRange | undefined;
  for (const place of findQuote(quote, lines)) {
    if (cited === undefined || distance(place, cited) === 0) return { found: "here" };
    if (nearest === undefined || distance(place, cited) < distance(nearest, cited)) nearest = place;
  }
  return nearest ? { found: "moved", line: nearest.from } : { found: "nowhere", reason: "quote not found" };
}
