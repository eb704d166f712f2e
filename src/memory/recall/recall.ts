import { estimateTokens } from "../../core/index.ts";
import type { Services } from "../../services.ts";
import type { Store } from "../../store/index.ts";
import { contentTerms, signature, signatureOf } from "../../text/index.ts";
import type { Indexer } from "../indexing/indexer.ts";
import type { RecallInput } from "../input.ts";
import { withoutPast } from "../lifecycle/find-memory.ts";
import type { AskedTime } from "../time/asked-time.ts";
import type { WordVectors } from "../vectors/word-vectors.ts";
import { withFixes } from "./error-fixes.ts";
import type { Within } from "./gather-candidates.ts";
import { type Capacity, groupRelated } from "./group-related.ts";
import { readWords } from "./question.ts";
import { rankRules, rulesInForce } from "./rank-rules.ts";
import { type Candidate, isRememberedIn, loadCandidates, type RecalledMemory, withinOf } from "./recalled-memory.ts";
import { withRecency } from "./recency.ts";
import { type Ranked, rankedBy, Search, type Wanted } from "./search.ts";
import { Selection } from "./selection.ts";
import { topicFilter } from "./topic-filter.ts";

/** The reason of results that come from `primedBy`. */
export const JUST_DISTILLED = "just distilled";
const PRIMED_SHARE = 0.6;
const MOST_PRIMED = 40;
const MOST_ANSWERS = 10;
const DEFAULT_BUDGET = 1500;
/** How many more texts are loaded than needed, and how far down at most. */
const SPARE = 5;
const DEEPEST = 4;
/** The share of an error's words that shows the same error. */
const SAME_ERROR = 0.3;
/** Below this share of the best, a result is dropped. */
const FAR_BELOW = 0.4;

/** The score without recency, as a sum of features. */
const weightOf = ({ score, recent }: Ranked): number => (score - recent) / (1.001 - (score - recent));

/** Without a limit, results far below the best are not wanted. */
function worthwhile(ranked: readonly Ranked[]): Ranked[] {
  const best = Math.max(0, ...ranked.map(weightOf));
  return ranked.filter((one) => weightOf(one) >= FAR_BELOW * best);
}

function wanted(input: RecallInput): Wanted {
  const { error, place } = topicFilter(input);
  if (input.query === undefined) return { text: `${error} ${place}`, aside: "" };
  return { text: `${input.query} ${error}`, aside: place };
}

const tokensOf = (texts: readonly Candidate[]): number =>
  texts.reduce((sum, { content }) => sum + estimateTokens(content), 0);

/** Answers questions from memories, messages, checkpoints and rules. */
export class Recall {
  readonly #search: Search;

  readonly #services: Services;
  readonly #indexer: Indexer;
  readonly #words: WordVectors | undefined;

  constructor(services: Services, indexer: Indexer, words: WordVectors | undefined) {
    this.#services = services;
    this.#indexer = indexer;
    this.#words = words;
    this.#search = new Search(services.store.passages, words);
  }

  /** The best answers within a token budget, best first; the extractions of `primedBy` have a share of their own. */
  async recall(input: RecallInput): Promise<RecalledMemory[]> {
    const budget = input.budget ?? DEFAULT_BUDGET;
    const limit = input.limit ?? MOST_ANSWERS;
    const due = await this.#primed(input);
    const ranked = await (input.withinMs === undefined
      ? this.#searchAll(input)
      : this.#searchFast(input, input.withinMs));
    // Not for a question about a time, which wants what held then, nor for a fast search.
    const isPlain = input.withinMs === undefined && ranked.every(({ asked }) => asked.time === undefined);
    const grouped = async (best: Candidate[], room: Capacity): Promise<Candidate[]> =>
      isPlain ? this.#groupRelated(best, input, room) : best;
    if (due.length === 0) {
      const best = await grouped(await this.#best(ranked, input, budget, limit), { budget, limit });
      return best.map(({ memory }) => memory);
    }
    const most = Math.min(due.length, Math.floor(limit * PRIMED_SHARE));
    const best = await this.#bestWithDue(due, ranked, input, { budget, limit: limit - most });
    const answers = await grouped(best, { budget: tokensOf(best), limit: limit - most });
    // Extractions take what the answers leave, or only their share if no answer fitted.
    const room = answers.length > 0 || ranked.length === 0 ? budget - tokensOf(answers) : budget * PRIMED_SHARE;
    const primed = new Selection<Candidate>(room, MOST_PRIMED, answers);
    primed.offer(due);
    return [...answers, ...primed.kept].slice(0, input.limit).map(({ memory }) => memory);
  }

  #groupRelated(
    best: readonly Candidate[],
    { asOf, file, error, command }: RecallInput,
    room: Capacity,
  ): Promise<Candidate[]> {
    // Related memories need not be about the file, error or command.
    const mayAdd = file === undefined && error === undefined && command === undefined;
    return groupRelated(this.#services.store, best, { ...room, asOf, mayAdd });
  }

  /**
   * Answers keep their share of the budget. If the best does not fit into it, it may take more as long as one
   * extraction still fits; otherwise no answer is given.
   */
  async #bestWithDue(
    due: readonly Candidate[],
    ranked: readonly Ranked[],
    input: RecallInput,
    { budget, limit }: { budget: number; limit: number },
  ): Promise<Candidate[]> {
    const share = Math.max(budget * (1 - PRIMED_SHARE), budget - tokensOf(due));
    const shortest = Math.min(...due.map(({ content }) => estimateTokens(content)));
    const best = await this.#best(ranked, input, Number.POSITIVE_INFINITY, 1);
    if (tokensOf(best) <= share) return this.#best(ranked, input, share, limit);
    return tokensOf(best) <= budget - shortest ? best : [];
  }

  /** Without a limit, only results that are not far below the best current one. */
  async #best(ranked: readonly Ranked[], input: RecallInput, budget: number, limit: number): Promise<Candidate[]> {
    if (input.limit !== undefined || input.error !== undefined)
      return (await this.#select(ranked, input, budget, limit)).kept;
    for (let remaining = ranked; ; ) {
      const worth = worthwhile(remaining);
      const { kept, gone } = await this.#select(worth, input, budget, limit);
      const best = Math.max(0, ...worth.map(weightOf));
      if (![...gone].some((one) => weightOf(one) === best)) return kept;
      remaining = remaining.filter((one) => !gone.has(one));
    }
  }

  /** Loads as many texts as it takes to fill the answer: some are duplicates, do not fit or no longer hold. */
  async #select(
    ranked: readonly Ranked[],
    input: RecallInput,
    budget: number,
    limit: number,
  ): Promise<{ kept: Candidate[]; gone: ReadonlySet<Ranked> }> {
    const selection = new Selection<Candidate>(budget, limit);
    const deepest = Math.min(ranked.length, limit * DEEPEST);
    const gone = new Set<Ranked>();
    for (let at = 0; at < deepest && selection.missing > 0; ) {
      const more = ranked.slice(at, at + selection.missing + SPARE);
      const texts = await loadCandidates(this.#services, more, input);
      for (const [n, one] of more.entries()) if (!texts[n]) gone.add(one);
      selection.offer(texts.filter((text) => text !== undefined));
      at += more.length;
    }
    if (input.error === undefined) return { kept: selection.kept, gone };
    const selected = new Selection<Candidate>(budget, limit);
    selected.offer(await withFixes(this.#services, selection.kept, input.asOf));
    return { kept: selected.kept, gone };
  }

  async #primed({ primedBy: receiptId, asOf = Number.POSITIVE_INFINITY, ...scope }: RecallInput): Promise<Candidate[]> {
    if (receiptId === undefined) return [];
    const extracted = (await this.#services.store.memories.list({ receiptId }))
      .map(withoutPast)
      .sort((a, b) => b.weight - a.weight || (a.id < b.id ? -1 : 1));
    const within = await withinOf(this.#services.store, scope);
    const due = extracted.filter((one) => Date.parse(one.createdAt) <= asOf && isRememberedIn(within, one));
    return due.map((memory) => ({
      memory: { ...memory, score: memory.weight, reasons: [JUST_DISTILLED] },
      content: memory.content,
      origin: memory.id,
      signed: signatureOf(signature(contentTerms(memory.content))),
    }));
  }

  async #searchAll(input: RecallInput): Promise<Ranked[]> {
    await this.#indexer.catchUp();
    const within = this.#within(input);
    const now = this.#services.clock.now();
    const { question, speakers } = await this.#search.read(wanted(input), now, within.scope);
    if (question.terms.length === 0) return [];
    const { ranked, asked } = await this.#search.said(question, speakers, within);
    const memories = await this.#search.remembered("memories", question, orOfNone(within), asked);
    const all = [
      ...ranked,
      ...(await rankAtTime(this.#services.store, memories, question.time, now)),
      ...(await this.#search.remembered("checkpoints", question, within, asked)),
      ...rankRules(await rulesInForce(this.#services.store, input), question, asked, this.#words),
    ];
    const found = this.#inOrder(input, all);
    return input.error === undefined ? found : found.filter(({ features }) => features.words >= SAME_ERROR);
  }

  async #searchFast(input: RecallInput, withinMs: number): Promise<Ranked[]> {
    const until = performance.now() + withinMs;
    const within = this.#within(input);
    const isLate = () => performance.now() > until;
    const ranked = await this.#search.rare(readWords(wanted(input).text), within, orOfNone(within), isLate);
    const { atHand } = input;
    if (!atHand) return this.#inOrder(input, ranked);
    const thread = await this.#services.store.passages.threadOf(atHand.session);
    const others = ranked.filter(({ passage }) => passage.thread !== thread || passage.at < atHand.since);
    return this.#inOrder(input, others);
  }

  #within(input: RecallInput): Within {
    const { project, agent, asOf } = input;
    return { scope: { project, agent }, must: topicFilter(input).must, asOf, words: this.#words };
  }

  #inOrder({ asOf }: RecallInput, ranked: readonly Ranked[]): Ranked[] {
    const now = asOf ?? this.#services.clock.now();
    return ranked.map((one) => withRecency(one, now)).sort((a, b) => b.score - a.score || b.passage.at - a.passage.at);
  }
}

/** Memories without a project or agent hold for all. */
const orOfNone = (within: Within): Within => ({ ...within, scope: { ...within.scope, orNone: true } });

/**
 * Ranks memories for a past time: one that held then counts as being of that time even if it was superseded since; one
 * that came later has no advantage over messages.
 */
async function rankAtTime(
  { memories }: Store,
  ranked: readonly Ranked[],
  time: AskedTime | undefined,
  now: number,
): Promise<readonly Ranked[]> {
  if (!time || time.to > now || ranked.length === 0) return ranked;
  const found = await memories.byNumber(ranked.map(({ owner }) => owner));
  const ends = new Map(found.map(({ pk, supersededAt }) => [pk, supersededAt]));
  return ranked.map((one) => {
    const { passage, features, source, asked, extra } = one;
    if (passage.at >= time.to) return rankedBy(one, source, Math.min(0, extra), asked);
    const heldUntil = ends.get(one.owner) ?? undefined;
    if (heldUntil === undefined || Date.parse(heldUntil) <= time.from) return one;
    return { ...rankedBy({ ...one, features: { ...features, time: 1 } }, source, extra, asked), heldUntil };
  });
}
