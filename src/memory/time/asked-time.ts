import { lexiconsFor } from "./lexicon.ts";
import { timeAt } from "./ranges.ts";
import { type Placed, type Sight, termsOf } from "./reading.ts";
import type { Term } from "./terms.ts";
import { tokensOf } from "./tokens.ts";
import { instantAt, wallAt } from "./zone.ts";

export interface AskedTime {
  readonly from: number;
  readonly to: number;
  /** The words that named it, as they stand in the question. */
  readonly words: string;
}

/** Who asks says when in the first lines; the rest is pasted. */
const LONGEST_QUESTION = 2_000;

interface Named {
  readonly from: number;
  readonly to: number;
  readonly first: Placed;
  readonly last: Placed;
}

/** No question is so full of words of time; a page of them is not worth reading to its end. */
const ATTEMPTS = 150;
/** From the first word of a time to the one that makes it a time: "since around the beginning of the" has a year to come. */
const REACH = 9;

const SILENT: ReadonlySet<Term["kind"]> = new Set(["other", "small", "stop", "comma"]);
const isSilent = ({ readings }: Placed): boolean => readings.every(({ kind }) => SILENT.has(kind));
const isAnchor = ({ readings }: Placed): boolean =>
  readings.some((term) => {
    if (term.kind === "role") return term.role === "nth";
    return term.kind === "number" ? term.digits : !SILENT.has(term.kind);
  });

/** For every term, where the next one is that can name a time; the others only bind. */
function anchorsOf(terms: readonly Placed[]): number[] {
  const anchors = new Array<number>(terms.length);
  for (let at = terms.length - 1, next = Number.POSITIVE_INFINITY; at >= 0; at--) {
    const placed = terms[at];
    if (placed && isAnchor(placed)) next = at;
    anchors[at] = next;
  }
  return anchors;
}

const isVague = ({ readings }: Placed): boolean => readings.some(({ kind }) => kind === "lately");

/** The first time that the terms name; "recently" gives way to any other. */
function firstNamed(sight: Sight, attempts: number): Named | undefined {
  const { terms } = sight;
  const anchors = anchorsOf(terms);
  let left = attempts;
  let vague: Named | undefined;
  for (let at = 0; at < terms.length && left > 0; ) {
    const first = terms[at];
    const near = (anchors[at] ?? 0) - at <= REACH;
    const found = first && near && !isSilent(first) && left-- > 0 ? timeAt(sight, at) : undefined;
    if (!first || !found) at++;
    else if ("ahead" in found) at = found.ahead;
    else if (found.from >= found.to) at++;
    else {
      const named = { from: found.from, to: found.to, first, last: terms[found.next - 1] ?? first };
      if (!isVague(first)) return named;
      vague ??= named;
      at = found.next;
    }
  }
  return vague;
}

/** The span of the past that a question names in words, if it names one. */
export function askedTime(question: string, now: number, timeZone?: string): AskedTime | undefined {
  const asked = question.slice(0, LONGEST_QUESTION);
  const tokens = tokensOf(asked);
  if (tokens.length === 0) return undefined;
  const wall = wallAt(now, timeZone);
  let best: Named | undefined;
  const lexicons = lexiconsFor(tokens.map(({ text }) => text));
  for (const lexicon of lexicons) {
    const sight = { language: lexicon.language, terms: termsOf(tokens, lexicon), now: wall };
    const named = firstNamed(sight, ATTEMPTS / lexicons.length);
    if (named && (!best || lengthOf(named) > lengthOf(best))) best = named;
  }
  if (!best) return undefined;

  // Now is known to the instant; what the wall shows can have been twice on the day the clock goes back.
  const instant = (time: number): number => (time === wall ? now : time <= 0 ? 0 : instantAt(time, timeZone));
  const [from, to] = [instant(best.from), instant(best.to)];
  return from < to ? { from, to, words: asked.slice(best.first.from, best.last.to) } : undefined;
}

const lengthOf = ({ first, last }: Named): number => last.to - first.from;
