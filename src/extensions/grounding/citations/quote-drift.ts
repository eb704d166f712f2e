import type { z } from "zod";
import { foldSpace } from "../../../text/index.ts";
import type { Evidence } from "../../ledgers/index.ts";
import type { driftShape } from "../report-shapes.ts";
import { match } from "./find-quote.ts";
import { readCited } from "./read-cited-file.ts";
import { parseReference } from "./reference.ts";

/**
 * What became of a quote since it was written down. `changed`: it is nowhere any more, but a line near its place is
 * still much like it. `note`: its line, or why there is none.
 */
type Drift = Pick<z.output<typeof driftShape>, "state" | "note">;

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
export function driftOf({ line, quote }: Pick<Evidence, "line" | "quote">, text: string): Drift {
  if (quote.trim() === "") return { state: "gone", note: "there is no quote" };
  const found = match(text, { from: line, to: line }, quote);
  if (found.state === "here") return { state: "same", note: `line ${line}` };
  if (found.state === "moved") return { state: "moved", note: `line ${found.line} by now` };
  const [like] = mostAlike(quote, text, line);
  return like
    ? { state: "changed", note: `line ${like.line} is most like it: ${like.now}` }
    : { state: "gone", note: "the quote is nowhere in the file" };
}

/** The same for the file that it was taken from. */
export function driftIn(root: string, evidence: Evidence): Drift {
  const file = readCited(root, parseReference(evidence.path).path);
  return "reason" in file ? { state: "gone", note: `the file is ${file.reason}` } : driftOf(evidence, file.text);
}
