import { type Clause, clauseOf } from "./clause.ts";
import { keyOf, PURPOSES, REMOVING, TAKING } from "./lexicon.ts";
import { SEPARATOR, wordsOf } from "./words.ts";

/** Behind these a reason, a circumstance or an afterthought is told, and no longer what is done. */
const ENDS = new Set([
  ...["so", "because", "since", "which", "that", "who", "when", "whenever", "where", "while", "until", "but", "though"],
  ...["although", "such", "why", "how", "what", "denn", "weil", "damit", "porque", "parce", "que"],
]);
const TALKS_ON = new Set(["it", "they", "this", "that", "these", "we", "i", "you", "as", "which"]);
const GOES_ON = new Set(["and", "then", "und", "y", "et"]);

const isVerb = (word: string | undefined): boolean =>
  word !== undefined && (TAKING.has(keyOf(word)) || REMOVING.has(keyOf(word)));

/** Where a word ends what is done. */
function isEnd(words: readonly string[], at: number): boolean {
  const [word = "", next = ""] = [words[at], words[at + 1]];
  if (at > 0 && ENDS.has(word)) return true;
  if (word === SEPARATOR) return TALKS_ON.has(next) || next === SEPARATOR;
  if (word === "to") return at > 0 && PURPOSES.has(keyOf(next)) && next !== "";
  return (word === "before" || word === "after") && next.endsWith("ing");
}

function* parts(words: readonly string[]): Generator<readonly string[]> {
  let from = 0;
  for (let at = 0; at < words.length; at++) {
    if (isEnd(words, at)) {
      yield words.slice(from, at);
      return;
    }
    const next = words[at + 1];
    const isTurn =
      GOES_ON.has(words[at] ?? "") && at > from && (isVerb(next) || (next === "then" && isVerb(words[at + 2])));
    if (isTurn) {
      yield words.slice(from, at);
      from = at + 1;
    }
  }
  yield words.slice(from);
}

/** The verbs that other tongues are brought to, as they are written there. */
const LAST = new Set(["use", "store", "set", "add", "remove", "replace", "change", "switch", "start", "run"]);

/** German and Japanese put last what is done. */
function verbFirst(words: readonly string[]): readonly string[] {
  const last = words.findLastIndex((word) => word !== SEPARATOR);
  const verb = words[last];
  if (verb === undefined || last < 1 || !LAST.has(verb) || words.slice(0, Math.min(2, last)).some(isVerb)) return words;
  const start = words[0] === "not" ? 1 : 0;
  return [...words.slice(0, start), verb, ...words.slice(start, last)];
}

/** What is done, thing by thing. */
export const actsIn = (text: string): Clause[] =>
  [...parts(wordsOf(text))].filter((words) => words.length > 0).map((words) => clauseOf(verbFirst(words)));
