import { ARTICLES, CHOOSING, EMPTY, keyOf, LEADS_ASIDE, LIGHT, NEGATIONS, PREPOSITIONS, REMOVING } from "./lexicon.ts";
import { isActing, type Pole, poleOf } from "./opposites.ts";
import { Turning } from "./turning.ts";
import { SEPARATOR } from "./words.ts";

/** A word that carries weight. */
export interface Term {
  readonly key: string;
  /** The same for a word and its opposite. */
  readonly concept: string;
  /** The preposition that leads to it. */
  readonly before: string;
  /** Nothing stands between it and the term before it. */
  readonly isGlued: boolean;
  /** It is turned away from: "instead of X", "remove X". */
  readonly isLeft: boolean;
  /** It says nothing of which thing is meant. */
  readonly isLight: boolean;
  /** Where it stands among the words. */
  readonly at: number;
}

export interface Clause {
  readonly words: readonly string[];
  readonly terms: readonly Term[];
  /** What it begins with, by its key, where that can be a verb. */
  readonly verb: string;
  readonly removes: boolean;
  /** It is said the other way an odd number of times. */
  readonly isTurned: boolean;
  /** "I won't", "never". */
  readonly isNegative: boolean;
}

/** "Is on by default": a state, and no way to a place. */
function leads(words: readonly string[], at: number): boolean {
  const next = words[at + 1];
  const isState = words[at] === "on" && (next === undefined || next === "by" || next === SEPARATOR);
  return PREPOSITIONS.has(words[at] ?? "") && !isState;
}

/** "Turn it on" puts nothing in its place. */
const isSwitched = (words: readonly string[]): boolean =>
  words.some((word, at) => word === "off" || (word === "on" && !leads(words, at)));

/** "Get rid of", but not "get"; "keep out of", but not "keep". */
function isGivingUp(verb: string, words: readonly string[]): boolean {
  if (verb === "get") return words[1] === "rid";
  return REMOVING.has(verb) || ((verb === "keep" || verb === "leav") && words.includes("out"));
}

/** "Public endpoints are cached" tells which, and is no opposite; "use public endpoints" and "are public" are said against "private". */
function polesOf(
  words: readonly string[],
  terms: readonly Term[],
  term: Term,
  place: number,
  verb: string,
  removes: boolean,
): [Term, Pole][] {
  const pole = poleOf(words[term.at] ?? "");
  if (pole === undefined || (removes && place === 0)) return [];
  const next = terms[place + 1];
  const tellsWhich = next?.isGlued === true && !next.isLight && !isActing(words[term.at] ?? "");
  return tellsWhich && !((removes || CHOOSING.has(verb)) && term.before === "") ? [] : [[term, pole]];
}

/** Reads words that begin with what is done, or with what something is said of. */
export function clauseOf(words: readonly string[]): Clause {
  const start = words.findIndex((word) => !EMPTY.has(word) && !NEGATIONS.has(word) && word !== SEPARATOR);
  const verb = ARTICLES.has(words[start - 1] ?? "") ? "" : keyOf(words[start] ?? "");
  const removes = isGivingUp(verb, words.slice(start));
  const turning = new Turning(isSwitched(words) ? "" : verb, removes);
  const terms: Term[] = [];
  let turns = removes ? 1 : 0;
  let before = "";
  let isGlued = false;
  for (const [at, word] of words.entries()) {
    const isLead = at > start && leads(words, at);
    turning.pass(word, at - start, isLead);
    if (NEGATIONS.has(word)) turns += 1;
    if (isLead) before = word;
    const isWeighty = !(isLead || NEGATIONS.has(word) || EMPTY.has(word) || word === SEPARATOR);
    if (isWeighty) {
      const key = keyOf(word);
      const isLight = LIGHT.has(key) && poleOf(word) === undefined;
      terms.push({ key, concept: key, before, isGlued, isLeft: turning.isAway, isLight, at });
    }
    isGlued = isWeighty;
  }
  const poles = new Map(terms.flatMap((term, place) => polesOf(words, terms, term, place, verb, removes)));
  // "Optional: optional chaining" is said once.
  turns += new Set([...poles.values()].filter((pole) => pole.isTurned).map((pole) => pole.concept)).size;
  const isNegative = words.slice(0, Math.max(start, 0)).some((word) => NEGATIONS.has(word));
  return {
    ...{ words, verb, removes, isNegative, isTurned: turns % 2 === 1 },
    terms: terms.map((term) => ({ ...term, concept: poles.get(term)?.concept ?? term.key })),
  };
}

/** What is chosen, as far as the form tells. */
export const takenOf = ({ terms }: Clause): Term[] =>
  terms.filter((term) => !term.isLeft && !LEADS_ASIDE.has(term.before));

export const keysOf = (terms: readonly Term[]): Set<string> => new Set(terms.map((term) => term.key));
export const conceptsOf = (terms: readonly Term[]): Set<string> => new Set(terms.map((term) => term.concept));
