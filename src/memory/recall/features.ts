import { ownerOf, type PassageRecord } from "../../store/index.ts";
import { Counter, contentTerms, entriesOf, has, signatureOf, termHash } from "../../text/index.ts";
import { speakerTerm } from "../indexing/analyse.ts";
import { likeness } from "../vectors/word-vectors.ts";
import type { Candidates } from "./gather-candidates.ts";
import type { Question } from "./question.ts";

/** What speaks for and against a passage, each a number of about 0 to 1, and what it counts for. */
export const WEIGHTS = {
  /** The question's words are in it, the rare ones counting more. */
  words: 1,
  /** Words that mean something like the question's. */
  kin: 0.62,
  /** The whole of it means something like the whole of the question. */
  meaning: 0.6,
  /** The question's words are in it or in the messages around it, each counting once. */
  window: 0.48,
  /** The same of the messages next to it, and of those after these. */
  wordsNext: 0.33,
  wordsNear: 0.11,
  meaningNext: 0.12,
  /** It answers a question that has the words. */
  answers: 0.47,
  /** What was said around that time, in one go, is about this. */
  sitting: 0.37,
  /** It shares words with the passages that fit best. */
  feedback: 0.15,
  /** The one who speaks is named in the question. */
  speaker: 0.43,
  /** What the one who asks told, where the question is about them, or about them and the agent. */
  asker: 0.42,
  us: 0.1,
  user: 0.27,
  answerer: 0.42,
  tool: 0.12,
  /** What a tool was called with: nobody says that. */
  call: -0.36,
  asks: -0.35,
  /** It asks what is asked, and hardly anything else. */
  echo: -1.9,
  short: -0.14,
  part: -0.08,
  /** Said by the user, and a request is what they now make. */
  orderForRequest: 0.6,
  /** Says that something was settled, where that is asked for. */
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
  /** How much of each of the question's terms it has, as a share of all that is asked for. */
  readonly shares: Float64Array;
}

const SATURATION = 1.2;
const LENGTH_SHARE = 0.6;
/** Who asks for hardly anything but this asks the same. */
const SAME = 0.6;
const DAY_MS = 24 * 3_600_000;
/** People speak of what happened some days before; who names a day means it more exactly than who names a summer. */
const TIME_FADES_MS = { fastest: 3 * DAY_MS, slowest: 15 * DAY_MS };
/** How much of a word's worth reaches one message further, two, and three. */
const FADES = [0.8, 0.6, 0.4] as const;
const SITTING_BEST = 3;
/** Who was silent for longer began anew. */
const SITTING_MS = 2 * 3_600_000;
/** So many messages, what tools were asked and said among them. */
const LONGEST_EXCHANGE = 12;
const FEEDBACK_FROM = 5;
const FEEDBACK_TERMS = 10;

/** Words of what was settled: they are seldom asked for, and mostly there. */
const SETTLING = [
  ...contentTerms(
    `decided decision agreed chose settled opted concluded instead rejected picked ruled reason therefore
    entschieden entscheidung beschlossen stattdessen deshalb décidé choisi plutôt decidido decidimos elegimos
    decidimmo deciso решили решено выбрали вместо потому поэтому`,
  ),
  ...["决定", "決定", "采用", "採用", "因为", "改用", "理由", "に決"],
].map(termHash);

const NOTHING = Object.fromEntries(FEATURES.map((name) => [name, 0])) as Features;

/** How much a term counts that stands somewhere so often: the second time adds less than the first. */
const saturated = (count: number, room: number): number =>
  count === 0 ? 0 : (count * (SATURATION + 1)) / (count + SATURATION * room);

function isAny(counts: Uint8Array, from: number, to: number): boolean {
  for (let n = from; n < to; n++) if (counts[n]) return true;
  return false;
}

/** Weighs passages by themselves: their own words, meaning and traits. Hundreds are weighed for each question. */
export class Scorer {
  readonly #question: Question;
  readonly #averageLength: number;
  /** Of the terms, then of their kin, then of the speakers, then of what settles something. */
  readonly #counter: Counter;
  readonly #speakers: number;
  /** What each term is worth, as a share of all that is asked for. */
  readonly #gains: Float64Array;
  readonly #kinGains: Float64Array;
  /** How much of what is asked for has a meaning that is known. */
  readonly #knownShare: number;

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
    // For a term that is missing, the best of its kin stands in.
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
    // Speakers were sought behind all the terms, and words that settle something behind them.
    const unsaid = shares.length + kin.length;
    features.speaker = Number(isAny(counts, unsaid, unsaid + this.#speakers));
    this.#judge(features, passage, isAny(counts, unsaid + this.#speakers, counts.length));
    return { owner: ownerOf(passage.pk), passage, signed, features, shares };
  }

  #judge(features: Features, { traits, at }: PassageRecord, isSettled: boolean): void {
    const { aboutAsker, aboutUs, aboutAnswerer, isRequest, asksWhy, asksWhen, asksHowMuch, time } = this.#question;
    features.asker = Number(aboutAsker && has(traits, "byUser"));
    // Who asks speaks of themselves on the way, but tells nothing of what was done together.
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

/** Sessions have fewer messages than that. */
const MOST_PLACES = 2 ** 28;

/** Where something stands, as one number. */
export const placeOf = (thread: number, place: number): number => thread * MOST_PLACES + place;

/** Each owner by its best passage. */
export function bestOf(all: readonly Scored[]): Scored[] {
  const best = new Map<number, Scored>();
  for (const one of all) {
    const known = best.get(one.owner);
    if (!known || one.features.words + one.features.meaning > known.features.words + known.features.meaning)
      best.set(one.owner, one);
  }
  return [...best.values()];
}

/** Adds to each what those around it tell. */
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
    // Each term where it counts most: here, or a few messages away.
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

/** What an agent says at last, after all that it ran and read, answers the question that set it to work. */
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

/** What was said in one go: a conversation of years is one session, but nobody talks for years. */
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

/** What the best passages speak of besides may be what the answer speaks of. */
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
  const telling = likely
    .map(([, gain], n) => ({ n, gain: gain * Math.log(1 + all.length / (1 + (holders[n] ?? 0))) }))
    .sort((a, b) => b.gain - a.gain)
    .slice(0, FEEDBACK_TERMS);
  const total = telling.reduce((sum, { gain }) => sum + gain, 0) || 1;
  for (const [place, { features }] of all.entries()) {
    let sum = 0;
    for (const { n, gain } of telling) if (there[place]?.[n]) sum += gain;
    features.feedback = sum / total;
  }
}
