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
import { isData } from "./is-data.ts";
import { asksBack } from "./prompt.ts";

/*
 * Whether an item certainly belongs to a prompt, without a model: by how unlikely it is that so many of its terms match
 * by chance. The thresholds were chosen on bench/data/recall (`npm run bench -- injection`): three in four
 * items shown for a question with an answer contain it.
 */

/** A term that at most one passage in a hundred contains. */
const VERY_RARE = 4.6;

interface Threshold {
  readonly rareTerms: number;
  /** Weighted share of the prompt's terms, rare ones counting more. */
  readonly coverage: number;
  /** Above what chance produces among so many passages. */
  readonly surprise: number;
}

const SAID: Threshold = { rareTerms: 3, coverage: 0.5, surprise: 6 };
/** A decision or a rule, meant to hold for later. */
const SETTLED: Threshold = { rareTerms: 2, coverage: 0.6, surprise: 3 };
/** A recorded one, if the prompt asks about the past. */
const SETTLED_THEN: Threshold = { rareTerms: 1, coverage: 0.6, surprise: 1 };
/** Remembered on purpose, or extracted from a conversation. */
const REMEMBERED: Threshold = { rareTerms: 2, coverage: 0.4, surprise: 2 };
/** A standing instruction of the user, if the prompt is a request. */
const ORDERED: Threshold = { rareTerms: 1, coverage: 0.1, surprise: Number.NEGATIVE_INFINITY };
/** The exact name of something that is rarely mentioned. */
const NAMED: Threshold = { rareTerms: 1, coverage: 0.2, surprise: Number.NEGATIVE_INFINITY };

/** Derived from messages, so not a source. */
const DERIVED = "checkpoint";
const MESSAGE = "message";

/** Whether any of its sentences states a decision or a rule. */
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

/** Whether it contains an exact, very rare name of the prompt. */
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
  // Tool inputs and questions contain no answers.
  if (!match || kind === DERIVED || explanation.call !== undefined || explanation.asks !== undefined) return false;
  if (explanation.tool !== undefined && isData(content)) return false;
  if (reaches(match, kind === MESSAGE ? SAID : REMEMBERED)) return true;
  if ((explanation.orderForRequest ?? 0) > 0 && reaches(match, ORDERED)) return true;
  if (reaches(match, NAMED) && isNamed(match, prompt, content)) return true;
  if (kind === MESSAGE) return reaches(match, SETTLED) && isSettled(content);
  return reaches(match, asksBack(prompt) ? SETTLED_THEN : SETTLED);
}
