import { stem } from "../text/words.ts";
import { ARTICLES, CHANGING, JOINS, PREPOSITIONS } from "./lexicon.ts";
import { isVerb } from "./roles.ts";

export interface Rejection {
  /** The words without what was turned down. */
  readonly words: string[];
  /** What was turned down, by its keys. */
  readonly rejected: readonly string[];
}

const NOT = new Set(["not", "no"]);
const AIMS = new Set(["to", "with", "by", "for", "zu", "auf", "nach", "a", "vers", "на"]);
const keysOf = (words: readonly string[]): string[] =>
  words
    .filter((word) => !ARTICLES.has(word) && !PREPOSITIONS.has(word) && word !== "longer" && !isVerb(stem(word)))
    .map(stem);

/** Where a phrase ends that began at `from`: at the next clause or preposition. */
function endOf(words: readonly string[], from: number): number {
  let at = from;
  while (PREPOSITIONS.has(words[at] ?? "")) at += 1;
  while (at < words.length) {
    const word = words[at] ?? "";
    if (word === "," || JOINS.has(word) || PREPOSITIONS.has(word)) break;
    at += 1;
  }
  return at;
}

const without = (words: readonly string[], from: number, to: number): string[] => [
  ...words.slice(0, from),
  ...words.slice(to),
];

/** "B instead of A", "B, not A", "from A to B", "replaced A with B". */
export function rejectionOf(words: readonly string[]): Rejection {
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (word === "instead" && words[at + 1] === "of") return cut(words, at, at + 2);
    const opensClause = words[at - 1] === "," || JOINS.has(words[at - 1] ?? "");
    const negation = words[at] === "do" || words[at] === "does" ? at + 1 : at;
    if (opensClause && at > 1 && NOT.has(words[negation] ?? "")) {
      let from = negation + 1;
      while (words[from] === "longer" || isVerb(stem(words[from] ?? ""))) from += 1;
      return cut(words, at, from);
    }
    if (word === "replaced" && at > 0 && words.at(-1) !== "replaced" && !AIMS.has(words[at + 1] ?? "")) {
      if (words.slice(at + 1).some((next) => next === "with" || next === "by")) return cut(words, at, at + 1);
      return { words: words.slice(at + 1), rejected: keysOf(words.slice(0, at)) };
    }
    if (word === "from" && words.slice(0, at).some((earlier) => CHANGING.has(stem(earlier)))) {
      const aim = words.findIndex((next, place) => place > at && AIMS.has(next));
      if (aim > at) return { words: without(words, at, aim), rejected: keysOf(words.slice(at + 1, aim)) };
    }
  }
  return { words: [...words], rejected: [] };
}

function cut(words: readonly string[], start: number, from: number): Rejection {
  const end = endOf(words, from);
  return { words: without(words, start, end), rejected: keysOf(words.slice(from, end)) };
}
