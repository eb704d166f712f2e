import type { Indexed, PassageRows, WorkNoteRecord } from "../../store/index.ts";
import { stem } from "../../text/index.ts";
import { speakerTerm } from "../indexing/analyse.ts";
import type { WordVectors } from "../vectors/word-vectors.ts";
import { bestOf, FEATURES, type Features, placeOf, relate, type Scored, Scorer, WEIGHTS } from "./features.ts";
import { type Candidates, gatherCandidates, type Within } from "./gather-candidates.ts";
import { CommonTerms, gatherRare } from "./gather-rare-candidates.ts";
import { type Question, readQuestion } from "./question.ts";

/** What is asked, and beside it what every answer must have anyway. */
export interface Wanted {
  readonly text: string;
  readonly aside: string;
}

export interface Ranked extends Scored {
  readonly source: Indexed | "rules";
  /** 0 to 1. */
  readonly score: number;
  /** What it gains by being what it is: remembered, or retold. */
  readonly extra: number;
  /** What it gains by being new; a part of the score. */
  readonly recent: number;
  /** Until when a memory held that was superseded after the time that is asked for. */
  readonly heldUntil?: string;
  /** Where it is a rule on record. */
  readonly rule?: WorkNoteRecord;
  readonly asked: Asked;
}

/** What was asked for, and how many of the passages that were said hold each of its terms. */
export interface Asked {
  readonly terms: Question["terms"];
  readonly holders: readonly number[];
  readonly among: number;
  readonly time: Question["time"];
}

/** For so many of the best, those around them are looked at. */
const LOOKED_AROUND = 24;
const STEPS = [-3, -2, -1, 1, 2, 3];
/** After a question that was nearly this one: an agent reads and runs things before it answers. */
const FURTHER_STEPS = [4, 5, 6, 7, 8, 9, 10];
const SAME_QUESTION = 0.5;
/** What was remembered on purpose, or read out of a conversation as important, outweighs what was merely said. */
export const REMEMBERED = 0.25;
/** A checkpoint retells what was said, and what was asked. */
const RETOLD = -0.5;
/** What has no word in common must be so near in meaning. */
const ALIKE = 0.3;
/** What has neither must be from the time that is asked for. */
const THEN = 1;

/** A sum of what speaks for it, as a share of what could: near 1 for what has all that is asked for. */
const asShare = (sum: number): number => (sum <= 0 ? 0 : sum / (sum + 1));

export const sumOf = (features: Features): number =>
  FEATURES.reduce((sum, name) => sum + WEIGHTS[name] * features[name], 0);

/** Field by field: hundreds are made for each question, and spreading them takes several times as long. */
export const rankedBy = (
  { owner, passage, signed, features, shares }: Scored,
  source: Ranked["source"],
  extra: number,
  asked: Asked,
): Ranked => ({
  owner,
  passage,
  signed,
  features,
  shares,
  source,
  score: asShare(sumOf(features) + extra),
  extra,
  recent: 0,
  asked,
});

/**
 * Whether anything ties it to the question: who speaks, or how, is not enough. "Not yet" has no word of its own, and
 * tells nothing.
 */
const hasEvidence = ({ passage, features }: Scored): boolean =>
  passage.length > 0 &&
  (features.words > 0 ||
    features.kin > 0 ||
    features.window > 0 ||
    features.answers > 0 ||
    features.meaning >= ALIKE ||
    features.time >= THEN ||
    features.orderForRequest > 0);

/** The same of what was put down on purpose: it has no neighbours to speak for it. */
export const isFound = ({ features }: Scored): boolean =>
  features.words > 0 || features.kin > 0 || features.time >= THEN;

const askedOf = ({ terms, time }: Question, { holders, among }: Candidates): Asked => ({ terms, holders, among, time });

const firstLook = ({ features: { words, kin, meaning, time } }: Scored): number =>
  words + 0.5 * kin + 0.3 * meaning + 0.3 * time;

/** Finds and ranks, in one kind of text. */
export class Search {
  readonly #index: PassageRows;
  readonly #words: WordVectors | undefined;
  readonly #common = new CommonTerms();

  constructor(index: PassageRows, words: WordVectors | undefined) {
    this.#index = index;
    this.#words = words;
  }

  /** The question, with the names in it that are of people who speak here. */
  async read(
    { text, aside }: Wanted,
    now: number,
    scope: Within["scope"],
  ): Promise<{ question: Question; speakers: string[] }> {
    const question = await this.#inItsTime(readQuestion(text, now, this.#words, aside), text, scope);
    const names = [...new Set(question.names)];
    const termSets = names.map((name) => [speakerTerm(name)]);
    const found = await this.#index.holding("messages", { termSets, scope, limit: 1 });
    const speakers = names.filter((_, n) => (found[n]?.length ?? 0) > 0);
    // Everybody says the name of the other, seldom their own: who is named is a matter of who speaks, not of words.
    const named = new Set(speakers.map(stem));
    const terms = question.terms.filter(({ term }) => !named.has(term));
    return { question: terms.length > 0 ? { ...question, terms, kin: kinAmong(question, terms) } : question, speakers };
  }

  /** "In July", said long after the last July that anything is known of, means that one. */
  async #inItsTime(question: Question, text: string, scope: Within["scope"]): Promise<Question> {
    if (!question.time) return question;
    const last = await this.#index.lastAt("messages", scope);
    if (last === undefined || question.time.from <= last) return question;
    const then = readQuestion(text, last, this.#words).time;
    return then && isSameDay(then.from, question.time.from) ? { ...question, time: then } : question;
  }

  async said(
    question: Question,
    speakers: readonly string[],
    within: Within,
  ): Promise<{ ranked: Ranked[]; asked: Asked }> {
    const candidates = await gatherCandidates(this.#index, "messages", question, within);
    const scorer = new Scorer(question, candidates, speakers);
    const found = bestOf(candidates.passages.map((passage) => scorer.score(passage)));
    const around = await this.#around(found, within);
    const all = bestOf([...found, ...around.map((passage) => scorer.score(passage))]);
    relate(all);
    const asked = askedOf(question, candidates);
    return { ranked: all.filter(hasEvidence).map((one) => rankedBy(one, "messages", 0, asked)), asked };
  }

  async remembered(
    source: Exclude<Indexed, "messages">,
    question: Question,
    within: Within,
    asked: Asked,
  ): Promise<Ranked[]> {
    const candidates = await gatherCandidates(this.#index, source, question, within);
    const scorer = new Scorer(question, candidates, []);
    const extra = source === "memories" ? REMEMBERED : RETOLD;
    return bestOf(candidates.passages.map((passage) => scorer.score(passage)))
      .filter(isFound)
      .map((one) => rankedBy(one, source, extra, asked));
  }

  /** What holds rare words of the question, and no more than that is looked at; nothing, once it is too late. */
  async rare(question: Question, said: Within, own: Within, isLate: () => boolean): Promise<Ranked[]> {
    const ranked: Ranked[] = [];
    let asked: Asked | undefined;
    for (const [source, within] of [["messages", said] as const, ["memories", own] as const]) {
      const candidates = await gatherRare(this.#index, source, question, within, this.#common);
      asked ??= askedOf(question, candidates);
      const scorer = new Scorer(question, candidates, []);
      const extra = source === "memories" ? REMEMBERED : 0;
      for (const one of bestOf(candidates.passages.map((passage) => scorer.score(passage))))
        ranked.push(rankedBy(one, source, extra, asked));
      if (isLate()) return [];
    }
    return ranked;
  }

  /** The neighbours of the best: an answer often has none of the words that its question has. */
  async #around(found: readonly Scored[], { asOf }: Within) {
    const known = new Set(found.map(({ passage: { thread, place } }) => placeOf(thread, place)));
    const wanted = new Map<number, readonly [number, number]>();
    const best = [...found].sort((a, b) => firstLook(b) - firstLook(a)).slice(0, LOOKED_AROUND);
    for (const { passage, features } of best)
      for (const step of features.echo >= SAME_QUESTION ? [...STEPS, ...FURTHER_STEPS] : STEPS) {
        const place = placeOf(passage.thread, passage.place + step);
        if (passage.thread !== 0 && !known.has(place)) wanted.set(place, [passage.thread, passage.place + step]);
      }
    const passages = await this.#index.at([...wanted.values()]);
    return asOf === undefined ? passages : passages.filter(({ at }) => at <= asOf);
  }
}

/** The same day of the year, whatever the year. */
function isSameDay(a: number, b: number): boolean {
  const [one, other] = [new Date(a), new Date(b)];
  return one.getMonth() === other.getMonth() && one.getDate() === other.getDate();
}

/** Kin terms point at the terms they are kin of: these have moved. */
function kinAmong({ terms, kin }: Question, kept: Question["terms"]): Question["kin"] {
  return kin.flatMap((one) => {
    const asked = terms[one.of];
    const of = asked ? kept.indexOf(asked) : -1;
    return of < 0 ? [] : [{ ...one, of }];
  });
}
