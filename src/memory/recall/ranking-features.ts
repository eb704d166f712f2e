import { ownerOf, type PassageRecord } from "../../store/index.ts";
import { Counter, contentTerms, entriesOf, has, signatureOf, termHash } from "../../text/index.ts";
import { speakerTerm } from "../indexing/analyse.ts";
import { likeness } from "../vectors/word-vectors.ts";
import type { Candidates } from "./gather-candidates.ts";
import type { Question } from "./question.ts";

/** The features of a passage, each about 0 to 1, and their weights. */
export const WEIGHTS = {
  /** It has the question's words; rare ones count more. */
  words: 1,
  /** It has words of similar meaning. */
  kin: 0.62,
  /** Its meaning is similar to the question's. */
  meaning: 0.6,
  /** The question's words in it and in the messages around it, each counted once. */
  window: 0.48,
  /** The words of the messages next to it, and of those two away. */
  wordsNext: 0.33,
  wordsNear: 0.11,
  meaningNext: 0.12,
  /** It follows a question that has the words. */
  answers: 0.47,
  /** Other messages of the same sitting have the words. */
  sitting: 0.37,
  /** It shares words with the best passages (pseudo-relevance feedback). */
  feedback: 0.15,
  /** Its speaker is named in the question. */
  speaker: 0.43,
  /** Written by the user, and the question is about the user, or about user and agent. */
  asker: 0.42,
  us: 0.1,
  user: 0.27,
  answerer: 0.42,
  tool: 0.12,
  /** Input of a tool call. */
  call: -0.36,
  asks: -0.35,
  /** It is nearly the same question. */
  echo: -1.9,
  short: -0.14,
  part: -0.08,
  /** A standing order of the user, and the question is a request. */
  orderForRequest: 0.6,
  /** It states a decision, and the question asks for one. */
  decisionForWhy: 0.13,
  dateForWhen: 0.19,
  countForHowMuch: 0.23,
  time: 0.3,
} as const;
export type Feature = keyof typeof WEIGHTS;
export const FEATURES = Object.keys(WEIGHTS) as Feature[];
export type Features = Record<Feature, number>;

/** A message, memory or checkpoint with its best passage. */
export interface Scored {
  readonly owner: number;
  readonly passage: PassageRecord;
  readonly signed: Uint32Array;
  readonly features: Features;
  /** The share of each of the question's terms. */
  readonly shares: Float64Array;
}

const SATURATION = 1.2;
const LENGTH_SHARE = 0.6;
/** A question is the same if this share of its terms is asked for. */
const SAME = 0.6;
const DAY_MS = 24 * 3_600_000;
/** People write about things days later; a named day is more exact than a named summer. */
const TIME_FADES_MS = { fastest: 3 * DAY_MS, slowest: 15 * DAY_MS };
/** How much of a word counts one, two and three messages away. */
const FADES = [0.8, 0.6, 0.4] as const;
const SITTING_BEST = 3;
/** A longer silence ends a sitting. */
const SITTING_MS = 2 * 3_600_000;
/** In messages, including tool calls and results. */
const LONGEST_EXCHANGE = 12;
const FEEDBACK_FROM = 5;
const FEEDBACK_TERMS = 10;

/** Words that mark a decision. */
const SETTLING = [
  ...contentTerms(
    `decided decision agreed chose settled opted concluded instead rejected picked ruled reason therefore
    entschieden entscheidung beschlossen stattdessen deshalb décidé choisi plutôt decidido decidimos elegimos
    decidimmo deciso решили решено выбрали вместо потому поэтому`,
  ),
  ...["决定", "決定", "采用", "採用", "因为", "改用", "理由", "に決"],
].map(termHash);

const NOTHING = Object.fromEntries(FEATURES.map((name) => [name, 0])) as Features;

/** BM25 term saturation: the second occurrence adds less than the first. */
const saturated = (count: number, room: number): number =>
  count === 0 ? 0 : (count * (SATURATION + 1)) / (count + SATURATION * room);

function isAny(counts: Uint8Array, from: number, to: number): boolean {
  for (let n = from; n < to; n++) if (counts[n]) return true;
  return false;
}

/** Scores each passage alone, by its words, meaning and traits. Runs hundreds of times for each question. */
export class Scorer {
  readonly #averageLength: number;
  /** Counts terms, then kin terms, then speakers, then decision words. */
  readonly #counter: Counter;
  readonly #speakers: number;
  /** The share of each term in the whole question. */
  readonly #gains: Float64Array;
  readonly #kinGains: Float64Array;
  /** The share of the question that has a known meaning. */
  readonly #knownShare: number;

  readonly #question: Question;

  constructor(question: Question, { rarity, averageLength }: Candidates, speakers: readonly string[]) {
    this.#question = question;
    this.#averageLength = averageLength;
    const sought = [...question.terms, ...question.kin].map(({ hash }) => hash);
    const named = speakers.map((name) => termHash(speakerTerm(name)));
    this.#counter = new Counter([...sought, ...named, ...(question.asksWhy ? SETTLING : [])]);
    this.#speakers = speakers.length;
    const worths = question.terms.map(({ worth }, n) => worth * (rarity[n] ?? 0));
    const total = worths.reduce((sum, worth) => sum + worth, 0) || 1;
    this.#gains = Float64Array.from(worths, (worth) => worth / total);
    this.#kinGains = Float64Array.from(question.kin, ({ worth, of }) => (worth * (rarity[of] ?? 0)) / total);
    this.#knownShare = this.#gains.reduce((sum, gain, n) => sum + (question.terms[n]?.isKnown ? gain : 0), 0);
  }

  score(passage: PassageRecord): Scored {
    const { kin, meaning, aboutOwnWords } = this.#question;
    const signed = signatureOf(passage.terms);
    const counts = this.#counter.count(signed);
    const room = 1 - LENGTH_SHARE + (LENGTH_SHARE * passage.length) / this.#averageLength;
    const features = { ...NOTHING };
    const shares = new Float64Array(this.#gains.length);
    let held = 0;
    for (let n = 0; n < shares.length; n++) {
      const share = (this.#gains[n] ?? 0) * saturated(counts[n] ?? 0, room);
      shares[n] = share;
      features.words += share;
      if (share > 0) held += 1;
    }
    if (has(passage.traits, "asks") && !aboutOwnWords && held >= SAME * signed.length) features.echo = features.words;
    // A missing term is replaced by its best kin term.
    for (let n = 0; n < kin.length; n++) {
      const count = counts[shares.length + n] ?? 0;
      const of = kin[n]?.of ?? 0;
      if (count === 0 || counts[of]) continue;
      const gain = (this.#kinGains[n] ?? 0) * saturated(count, room);
      const before = shares[of] ?? 0;
      if (gain <= before) continue;
      features.kin += gain - before;
      shares[of] = gain;
    }
    if (meaning && passage.meaning) {
      const { buffer, byteOffset, byteLength } = passage.meaning;
      const alike = likeness(meaning, new Int8Array(buffer, byteOffset, byteLength));
      features.meaning = this.#knownShare * Math.max(0, alike);
    }
    // The counter holds speakers after all the terms, and decision words after these.
    const unsaid = shares.length + kin.length;
    features.speaker = Number(isAny(counts, unsaid, unsaid + this.#speakers));
    this.#judge(features, passage, isAny(counts, unsaid + this.#speakers, counts.length));
    return { owner: ownerOf(passage.pk), passage, signed, features, shares };
  }

  #judge(features: Features, { traits, at }: PassageRecord, isSettled: boolean): void {
    const { aboutAsker, aboutUs, aboutAnswerer, isRequest, asksWhy, asksWhen, asksHowMuch, time } = this.#question;
    features.asker = Number(aboutAsker && has(traits, "byUser"));
    // A question mentions its asker without saying what was done together.
    features.us = Number(aboutUs && has(traits, "byUser") && !has(traits, "asks"));
    features.user = Number(!aboutAsker && !aboutUs && !aboutAnswerer && has(traits, "byUser"));
    features.part = Number(has(traits, "part"));
    features.answerer = Number(aboutAnswerer && has(traits, "byAssistant"));
    features.tool = Number(has(traits, "byTool"));
    features.call = Number(has(traits, "calls"));
    features.asks = Number(has(traits, "asks"));
    features.short = Number(has(traits, "short"));
    features.decisionForWhy = Number(asksWhy && isSettled && !has(traits, "asks"));
    features.orderForRequest = Number(isRequest && has(traits, "orders"));
    features.dateForWhen = Number(asksWhen && has(traits, "dates"));
    features.countForHowMuch = Number(asksHowMuch && has(traits, "counts"));
    if (!time) return;
    const away = Math.max(0, time.from - at, at - time.to);
    const fades = Math.min(TIME_FADES_MS.slowest, Math.max(TIME_FADES_MS.fastest, (time.to - time.from) / 3));
    features.time = Math.exp(-away / fades);
  }
}

/** More than any session has messages. */
const MOST_PLACES = 2 ** 28;

/** Session and position as one number. */
export const placeOf = (thread: number, place: number): number => thread * MOST_PLACES + place;

/** The best passage of each owner. */
export function bestOf(all: readonly Scored[]): Scored[] {
  const best = new Map<number, Scored>();
  for (const one of all) {
    const known = best.get(one.owner);
    if (!known || one.features.words + one.features.meaning > known.features.words + known.features.meaning)
      best.set(one.owner, one);
  }
  return [...best.values()];
}

/** Adds the features that depend on neighbours. */
export function relate(all: readonly Scored[]): void {
  const byPlace = new Map(all.map((one) => [placeOf(one.passage.thread, one.passage.place), one]));
  for (const one of all) {
    const { passage, features, shares } = one;
    features.window = features.words;
    if (passage.thread === 0) continue;
    const at = (step: number): Scored | undefined => {
      const found = byPlace.get(placeOf(passage.thread, passage.place + step));
      return found && Math.abs(found.passage.at - passage.at) <= SITTING_MS ? found : undefined;
    };
    const [before, after, before2, after2, before3, after3] = [at(-1), at(1), at(-2), at(2), at(-3), at(3)];
    if (!before && !after && !before2 && !after2 && !before3 && !after3) continue;
    features.wordsNext = (before?.features.words ?? 0) + (after?.features.words ?? 0);
    features.wordsNear = (before2?.features.words ?? 0) + (after2?.features.words ?? 0);
    features.meaningNext = (before?.features.meaning ?? 0) + (after?.features.meaning ?? 0);
    if (before && has(before.passage.traits, "inquires") && !has(passage.traits, "calls"))
      features.answers = before.features.words;
    // Each term counts where it is strongest: here or a few messages away.
    features.window = 0;
    for (let n = 0; n < shares.length; n++) {
      const next = FADES[0] * Math.max(before?.shares[n] ?? 0, after?.shares[n] ?? 0);
      const further = FADES[1] * Math.max(before2?.shares[n] ?? 0, after2?.shares[n] ?? 0);
      const furthest = FADES[2] * Math.max(before3?.shares[n] ?? 0, after3?.shares[n] ?? 0);
      features.window += Math.max(shares[n] ?? 0, next, further, furthest);
    }
  }
  for (const sitting of sittings(all)) {
    const best = sitting.map(({ features }) => features.words).sort((a, b) => b - a);
    const words = best.slice(0, SITTING_BEST).reduce((sum, one) => sum + one, 0) / SITTING_BEST;
    for (const { features } of sitting) features.sitting = words;
    answered(sitting);
  }
  feedback(all);
}

/** The agent's last words after its tool calls answer the user's question. */
function answered(sitting: readonly Scored[]): void {
  let question: Scored | undefined;
  for (const one of sitting) {
    const { passage, features } = one;
    if (has(passage.traits, "byUser")) question = has(passage.traits, "inquires") ? one : undefined;
    if (!question || !has(passage.traits, "byAssistant")) continue;
    if (passage.place - question.passage.place <= LONGEST_EXCHANGE)
      features.answers = Math.max(features.answers, question.features.words);
  }
}

/** Stretches without a long silence: one session may last for years. */
function sittings(all: readonly Scored[]): Scored[][] {
  const inOrder = [...all].sort(
    ({ passage: a }, { passage: b }) => a.thread - b.thread || a.place - b.place || a.pk - b.pk,
  );
  const found: Scored[][] = [];
  let last: PassageRecord | undefined;
  for (const one of inOrder) {
    const isSameSitting = last && last.thread === one.passage.thread && one.passage.at - last.at <= SITTING_MS;
    if (isSameSitting) found.at(-1)?.push(one);
    else found.push([one]);
    last = one.passage;
  }
  return found;
}

/** Other terms of the best passages may be terms of the answer. */
function feedback(all: readonly Scored[]): void {
  const best = [...all].sort((a, b) => b.features.words - a.features.words).slice(0, FEEDBACK_FROM);
  const strongest = best[0]?.features.words ?? 0;
  if (strongest === 0) return;
  const gains = new Map<number, number>();
  for (const { signed, passage, features } of best)
    for (const [hash, count] of entriesOf(signed)) {
      const gain = ((features.words / strongest) * Math.min(2, count)) / (passage.length + 10);
      gains.set(hash, (gains.get(hash) ?? 0) + gain);
    }
  const likely = [...gains].sort((a, b) => b[1] - a[1]).slice(0, 3 * FEEDBACK_TERMS);
  const counter = new Counter(likely.map(([hash]) => hash));
  const there = all.map(({ signed }) => counter.count(signed).slice());
  const holders = likely.map((_, n) => there.reduce((sum, counts) => sum + (counts[n] ? 1 : 0), 0));
  const expansion = likely
    .map(([, gain], n) => ({ n, gain: gain * Math.log(1 + all.length / (1 + (holders[n] ?? 0))) }))
    .sort((a, b) => b.gain - a.gain)
    .slice(0, FEEDBACK_TERMS);
  const total = expansion.reduce((sum, { gain }) => sum + gain, 0) || 1;
  for (const [place, { features }] of all.entries()) {
    let sum = 0;
    for (const { n, gain } of expansion) if (there[place]?.[n]) sum += gain;
    features.feedback = sum / total;
  }
}
