import { stem } from "../text/words.ts";
import { SEPARATOR } from "./frame.ts";
import {
  ADDS,
  ARTICLES,
  ATTRIBUTES,
  CHOOSING,
  COPULA,
  EMPTY,
  HOLDERS,
  OPPOSED_STATES,
  OPPOSED_VERBS,
  type Opposite,
  PAST,
  POSSESSIVES,
  PREPOSITIONS,
  SIGNS,
} from "./lexicon.ts";
import { isNumber, isVerb } from "./roles.ts";

/** A word of a fact that carries weight, and what stands before it. */
export interface Part {
  readonly key: string;
  readonly text: string;
  /** The preposition that leads to it. */
  readonly before: string;
  /** "An engineer" is one of many; "the owner" is the one. */
  readonly article: string;
  readonly isVerb: boolean;
}
type Found = Omit<Part, "isVerb">;

export interface Parts {
  readonly parts: readonly Part[];
  /** How often it is turned into its opposite: "do not disable" is said twice the other way. */
  readonly flips: number;
  readonly isPast: boolean;
}

const TURNED = new Set(["turn", "switch"]);
const ED = /[^e]ed$/;
const NEAR = 4;

/** "My new phone number" is the phone number now; "the new server" is another server. */
export const isRenewal = (words: readonly string[], at: number): boolean =>
  words[at] === "new" &&
  words.slice(at + 1, at + NEAR).some((word) => ATTRIBUTES.has(stem(word)) || HOLDERS.has(stem(word)));

export function partsOf(words: readonly string[]): Parts {
  const parts: Found[] = [];
  let flips = 0;
  let before = "";
  let article = "";
  let hasCopula = false;
  let isPast = false;
  for (const [at, word] of words.entries()) {
    // "The licence is MIT": what ends a sentence leads to nothing, whatever it means in another tongue.
    const isLast = at === words.length - 1;
    if (word === "not" || word === "no") flips += 1;
    else if (ARTICLES.has(word) && !isLast) article = word;
    else if (PREPOSITIONS.has(word) && !isLast && !isSwitch(words, at, parts.at(-1))) before = word;
    else if (SIGNS.has(word) || EMPTY.has(word) || ADDS.has(word) || isRenewal(words, at)) continue;
    else {
      const { concept, flips: isFlipped } = conceptOf(word, parts);
      if (isFlipped) flips += 1;
      if (COPULA.has(word)) hasCopula = true;
      else if (!hasCopula && (PAST.has(word) || (ED.test(word) && word.length > 5 && at > 0))) isPast = true;
      parts.push({ key: concept, text: word, before, article });
      before = "";
      article = "";
    }
  }
  while (parts.at(-1)?.key === SEPARATOR) parts.pop();
  return { parts: parts.map((part, at) => ({ ...part, isVerb: actsAsVerb(parts, at) })), flips, isPast };
}

/** "Is on by default", "is turned off". */
function isSwitch(words: readonly string[], at: number, last: Found | undefined): boolean {
  const next = words[at + 1];
  return words[at] === "on" && last !== undefined && isStated(last.key) && (next === "by" || next === SEPARATOR);
}

const isStated = (key: string): boolean => COPULA.has(key) || TURNED.has(key) || CHOOSING.has(key);

function conceptOf(word: string, parts: readonly Found[]): Opposite {
  const last = parts.at(-1);
  const state = OPPOSED_STATES.get(word);
  if (state !== undefined && last !== undefined && isStated(last.key) && parts[0]?.key !== "there") return state;
  const verb = state === undefined ? OPPOSED_VERBS.get(stem(word)) : undefined;
  return verb ?? { concept: COPULA.has(word) ? "is" : stem(word), flips: false };
}

const LEADS_TO_NOUN = new Set(["in", "for", "on", "at", "of", "with", "from"]);

/** "The build", "my plan", "9 tests", "in Go", "deploys happen": words that can be verbs, but are none here. */
function actsAsVerb(parts: readonly Found[], at: number): boolean {
  const part = parts[at];
  if (part === undefined || !isVerb(part.key)) return false;
  if (COPULA.has(part.key)) return true;
  const last = parts[at - 1];
  const next = parts[at + 1];
  if (LEADS_TO_NOUN.has(part.before)) return false;
  if (part.article !== "" || (last !== undefined && (POSSESSIVES.has(last.key) || isNumber(last.key)))) return false;
  return next === undefined || !isVerb(next.key) || CHOOSING.has(part.key);
}
