import type { Match, RecalledMemory } from "../memory/index.ts";
import {
  chanceOf,
  contentTerms,
  namesIn,
  RARE,
  soundsLikeDecision,
  soundsLikeRule,
  surpriseOf,
  written,
} from "../text/index.ts";
import { isData } from "./data.ts";
import { asksBack } from "./prompt.ts";

/*
 * Whether something surely belongs to a prompt, told without a model: by how unlikely it is that so much of what the
 * prompt says stands in it by chance. The figures were chosen on the conversations of bench/data/recall (`npm run bench
 * -- injection`): of what is given for a question that has an answer, three in four hold it.
 */

/** A term that at most one passage in a hundred holds. */
const VERY_RARE = 4.6;

interface Threshold {
  readonly rareTerms: number;
  /** Share of what the prompt says, the rare counting more. */
  readonly coverage: number;
  /** Beyond what chance brings about among so many passages. */
  readonly surprise: number;
}

const SAID: Threshold = { rareTerms: 3, coverage: 0.5, surprise: 6 };
/** A decision, a rule: said to hold for later. */
const SETTLED: Threshold = { rareTerms: 2, coverage: 0.6, surprise: 3 };
/** The same where the prompt asks for what was. */
const SETTLED_THEN: Threshold = { rareTerms: 1, coverage: 0.6, surprise: 1 };
/** Remembered on purpose, or read out of a conversation as important. */
const REMEMBERED: Threshold = { rareTerms: 2, coverage: 0.4, surprise: 2 };
/** A standing order of the user, where something is now asked for to be done. */
const ORDERED: Threshold = { rareTerms: 1, coverage: 0.1, surprise: Number.NEGATIVE_INFINITY };
/** The exact name of a thing that is spoken of seldom. */
const NAMED: Threshold = { rareTerms: 1, coverage: 0.2, surprise: Number.NEGATIVE_INFINITY };

/** What stands in the index beside what was said, and is no source of its own. */
const DERIVED = "checkpoint";
const MESSAGE = "message";

/** Whether a sentence of it decides something or demands it. */
const isSettled = (text: string): boolean =>
  written(text).some((sentence) => soundsLikeDecision(sentence.text) || soundsLikeRule(sentence.text));

function reaches({ terms, among }: Match, threshold: Threshold): boolean {
  const weighed = terms.map((one) => ({ ...one, surprise: one.worth * surpriseOf(one.holders, among) }));
  const there = weighed.filter(({ isThere }) => isThere);
  const sum = (all: typeof weighed) => all.reduce((total, { surprise }) => total + surprise, 0);
  return (
    there.filter(({ surprise }) => surprise >= RARE).length >= threshold.rareTerms &&
    sum(there) >= threshold.coverage * sum(weighed) &&
    sum(there) - chanceOf(among) >= threshold.surprise
  );
}

/** Whether a name of the prompt stands in it letter for letter that hardly anything else has. */
function isNamed({ terms, among }: Match, prompt: string, content: string): boolean {
  const rare = new Set(
    terms.filter((one) => one.isThere && surpriseOf(one.holders, among) >= VERY_RARE).map(({ term }) => term),
  );
  if (rare.size === 0) return false;
  const there = new Set(namesIn(content));
  return namesIn(prompt).some((name) => there.has(name) && contentTerms(name).some((term) => rare.has(term)));
}

export function isRelevant(prompt: string, item: RecalledMemory): boolean {
  const { match, kind, content, explanation = {} } = item;
  // What a tool was called with, nobody said; who only asks tells nothing.
  if (!match || kind === DERIVED || explanation.call !== undefined || explanation.asks !== undefined) return false;
  if (explanation.tool !== undefined && isData(content)) return false;
  if (reaches(match, kind === MESSAGE ? SAID : REMEMBERED)) return true;
  if ((explanation.orderForRequest ?? 0) > 0 && reaches(match, ORDERED)) return true;
  if (reaches(match, NAMED) && isNamed(match, prompt, content)) return true;
  return reaches(match, asksBack(prompt) ? SETTLED_THEN : SETTLED) && (kind !== MESSAGE || isSettled(content));
}
