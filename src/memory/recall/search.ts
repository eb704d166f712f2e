import type { Indexed, PassageRows, WorkNoteRecord } from "../../store/index.ts";
import { stem } from "../../text/index.ts";
import { speakerTerm } from "../indexing/analyse.ts";
import type { WordVectors } from "../vectors/word-vectors.ts";
import { type Candidates, gatherCandidates, type Within } from "./gather-candidates.ts";
import { CommonTerms, gatherRare } from "./gather-rare-candidates.ts";
import { type Question, readQuestion } from "./question.ts";
import { bestOf, FEATURES, type Features, placeOf, relate, type Scored, Scorer, WEIGHTS } from "./ranking-features.ts";

/** The question, and the words that every answer must have anyway. */
export interface Wanted {
  readonly text: string;
  readonly aside: string;
}

export interface Ranked extends Scored {
  readonly source: Indexed | "rules";
  /** 0 to 1. */
  readonly score: number;
  /** The gain or loss of its source. */
  readonly extra: number;
  /** The part of the score for being new. */
  readonly recent: number;
  /** For a memory that was superseded after the asked time. */
  readonly heldUntil?: string;
  readonly rule?: WorkNoteRecord;
  readonly asked: Asked;
}

/** The question, and how many message passages hold each of its terms. */
export interface Asked {
  readonly terms: Question["terms"];
  readonly holders: readonly number[];
  readonly among: number;
  readonly time: Question["time"];
}

/** How many of the best have their neighbours scored too. */
const LOOKED_AROUND = 24;
const STEPS = [-3, -2, -1, 1, 2, 3];
/** After nearly the same question: an agent runs tools before it answers. */
const FURTHER_STEPS = [4, 5, 6, 7, 8, 9, 10];
const SAME_QUESTION = 0.5;
/** Memories outweigh messages. */
export const REMEMBERED = 0.25;
/** A checkpoint repeats messages. */
const REPEATED = -0.5;
/** The least similarity of a passage without common words. */
const ALIKE = 0.3;
/** Without either, a passage must be from the asked time. */
const THEN = 1;

/** Maps a sum of features to 0 to 1. */
const asShare = (sum: number): number => (sum <= 0 ? 0 : sum / (sum + 1));

export const sumOf = (features: Features): number =>
  FEATURES.reduce((sum, name) => sum + WEIGHTS[name] * features[name], 0);

/** Field by field: this runs hundreds of times for each question, and spreading is several times slower. */
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
 * Whether anything but its speaker and form ties it to the question. "Not yet" has no content terms and says nothing.
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

/** The same for memories, checkpoints and rules, which have no neighbours. */
export const isFound = ({ features }: Scored): boolean =>
  features.words > 0 || features.kin > 0 || features.time >= THEN;

const askedOf = ({ terms, time }: Question, { holders, among }: Candidates): Asked => ({ terms, holders, among, time });

const firstLook = ({ features: { words, kin, meaning, time } }: Scored): number =>
  words + 0.5 * kin + 0.3 * meaning + 0.3 * time;

/** Finds and ranks passages of one source. */
export class Search {
  readonly #common = new CommonTerms();

  readonly #index: PassageRows;
  readonly #words: WordVectors | undefined;

  constructor(index: PassageRows, words: WordVectors | undefined) {
    this.#index = index;
    this.#words = words;
  }

  /** Reads the question and finds which of its names are speakers here. */
  async read(
    { text, aside }: Wanted,
    now: number,
    scope: Within["scope"],
  ): Promise<{ question: Question; speakers: string[] }> {
    const question = await this.#inItsTime(readQuestion(text, now, this.#words, aside), text, scope);
    const names = [...new Set(question.names)];
    const termSets = names.map((name) => [speakerTerm(name)]);
    const found = await this.#index.search("messages", { termSets, scope, limit: 1 });
    const speakers = names.filter((_, n) => (found[n]?.length ?? 0) > 0);
    // People seldom say their own name: a named person counts as speaker, not as search term.
    const named = new Set(speakers.map(stem));
    const terms = question.terms.filter(({ term }) => !named.has(term));
    return { question: terms.length > 0 ? { ...question, terms, kin: kinAmong(question, terms) } : question, speakers };
  }

  /** "In July", asked long after the last message, means the July before that message. */
  async #inItsTime(question: Question, text: string, scope: Within["scope"]): Promise<Question> {
    if (!question.time) return question;
    const [newest = []] = await this.#index.search("messages", { termSets: [[]], scope, limit: 1 });
    const last = (await this.#index.read("messages", { pks: newest }))[0]?.at;
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
    const extra = source === "memories" ? REMEMBERED : REPEATED;
    return bestOf(candidates.passages.map((passage) => scorer.score(passage)))
      .filter(isFound)
      .map((one) => rankedBy(one, source, extra, asked));
  }

  /** Passages with rare words of the question only; nothing once it is too late. */
  async rare(question: Question, messageScope: Within, memoryScope: Within, isLate: () => boolean): Promise<Ranked[]> {
    const ranked: Ranked[] = [];
    let asked: Asked | undefined;
    for (const [source, within] of [["messages", messageScope] as const, ["memories", memoryScope] as const]) {
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

  /** The neighbours of the best: an answer often has none of the question's words. */
  async #around(found: readonly Scored[], { asOf }: Within) {
    const known = new Set(found.map(({ passage: { thread, place } }) => placeOf(thread, place)));
    const wanted = new Map<number, readonly [number, number]>();
    const best = [...found].sort((a, b) => firstLook(b) - firstLook(a)).slice(0, LOOKED_AROUND);
    for (const { passage, features } of best)
      for (const step of features.echo >= SAME_QUESTION ? [...STEPS, ...FURTHER_STEPS] : STEPS) {
        const place = placeOf(passage.thread, passage.place + step);
        if (passage.thread !== 0 && !known.has(place)) wanted.set(place, [passage.thread, passage.place + step]);
      }
    const passages = await this.#index.read("messages", { places: [...wanted.values()] });
    return asOf === undefined ? passages : passages.filter(({ at }) => at <= asOf);
  }
}

/** The same day of the year, whatever the year. */
function isSameDay(a: number, b: number): boolean {
  const [one, other] = [new Date(a), new Date(b)];
  return one.getMonth() === other.getMonth() && one.getDate() === other.getDate();
}

/** Kin terms refer to terms by index, and these have changed. */
function kinAmong({ terms, kin }: Question, kept: Question["terms"]): Question["kin"] {
  return kin.flatMap((one) => {
    const asked = terms[one.of];
    const of = asked ? kept.indexOf(asked) : -1;
    return of < 0 ? [] : [{ ...one, of }];
  });
}
