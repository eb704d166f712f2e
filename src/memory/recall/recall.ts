import type { Ambient } from "../../ambient.ts";
import { contentTerms } from "../indexing/analyse.ts";
import type { Indexer } from "../indexing/indexer.ts";
import { signature, signatureOf } from "../text/signature.ts";
import type { Words } from "../vectors/words.ts";
import { type About, narrowed } from "./about.ts";
import { withWhatFollowed } from "./aftermath.ts";
import type { Within } from "./candidates.ts";
import { type Candidate, type RecalledMemory, textsOf } from "./found.ts";
import { readWords } from "./question.ts";
import { freshGain } from "./recency.ts";
import { type Ranked, Search } from "./search.ts";
import { Selection } from "./selection.ts";

export interface RecallInput extends About {
  /** What is to be known; without it, all there is about a file, an error or a command. */
  readonly query?: string | undefined;
  readonly project?: string | undefined;
  readonly agent?: string | undefined;
  /** In tokens. */
  readonly budget?: number | undefined;
  readonly limit?: number | undefined;
  /** A distillation whose extractions are due: they come first, whatever is asked, within a share of the budget. */
  readonly primedBy?: string | undefined;
  /** Only what was known at that time, in milliseconds. */
  readonly asOf?: number | undefined;
  readonly explain?: boolean | undefined;
  /**
   * Somebody waits who can do without: what is not indexed yet is not waited for, only the question's own words are looked for, in what
   * was said and remembered, and when it takes longer than this many milliseconds, nothing is the answer.
   */
  readonly withinMs?: number | undefined;
}

const PRIMED_SHARE = 0.6;
const MOST_PRIMED = 40;
const MOST_ANSWERS = 10;
const DEFAULT_BUDGET = 1500;
/** How many more are read than are missing, and how far down at most. */
const SPARE = 5;
const DEEPEST = 4;

/** Answers questions from everything that was remembered and said. */
export class Recall {
  readonly #ambient: Ambient;
  readonly #indexer: Indexer;
  readonly #search: Search;
  readonly #words: Words | undefined;

  constructor(ambient: Ambient, indexer: Indexer, words: Words | undefined) {
    this.#ambient = ambient;
    this.#indexer = indexer;
    this.#search = new Search(ambient.store.passages, words);
    this.#words = words;
  }

  /** The best answers inside a budget of tokens, best first; what is due after a distillation has a share of its own. */
  async recall(input: RecallInput): Promise<RecalledMemory[]> {
    const budget = input.budget ?? DEFAULT_BUDGET;
    const limit = input.limit ?? MOST_ANSWERS;
    const due = await this.#primed(input.primedBy);
    const ranked = await this.#ranked(input);
    const room = due.length > 0 ? budget * (1 - PRIMED_SHARE) : budget;
    const answers = await this.#best(ranked, input, room, limit);
    const known = new Set(answers.map(({ memory }) => memory.id));
    const primed = new Selection<Candidate>(budget * PRIMED_SHARE, MOST_PRIMED);
    primed.offer(due.filter(({ memory }) => !known.has(memory.id)));
    return [...answers, ...primed.kept].slice(0, input.limit).map(({ memory }) => memory);
  }

  /** Texts are read as far down as it takes to fill the answer: some say the same, some do not fit. */
  async #best(ranked: readonly Ranked[], input: RecallInput, budget: number, limit: number): Promise<Candidate[]> {
    const selection = new Selection<Candidate>(budget, limit);
    const deepest = Math.min(ranked.length, limit * DEEPEST);
    for (let at = 0; at < deepest && selection.missing > 0; ) {
      const more = ranked.slice(at, at + selection.missing + SPARE);
      selection.offer(await textsOf(this.#ambient, more, input));
      at += more.length;
    }
    if (input.error === undefined) return selection.kept;
    const withFixes = new Selection<Candidate>(budget, limit);
    withFixes.offer(await withWhatFollowed(this.#ambient, selection.kept));
    return withFixes.kept;
  }

  async #primed(receiptId: string | undefined): Promise<Candidate[]> {
    if (receiptId === undefined) return [];
    const extracted = await this.#ambient.store.memories.ofReceipt(receiptId);
    return extracted.map((memory) => ({
      memory: { ...memory, score: memory.weight, reasons: ["just distilled"] },
      content: memory.content,
      origin: memory.id,
      signed: signatureOf(signature(contentTerms(memory.content))),
    }));
  }

  async #ranked(input: RecallInput): Promise<Ranked[]> {
    const now = this.#ambient.clock.now();
    const inHurry = input.withinMs !== undefined;
    const until = performance.now() + (input.withinMs ?? Number.POSITIVE_INFINITY);
    if (!inHurry) await this.#indexer.catchUp();
    const { project, agent, asOf } = input;
    const scope = { project, agent };
    const { query, must } = narrowed(input);
    const words = [input.query, query].join(" ");
    const { question, speakers } = inHurry
      ? { question: readWords(words), speakers: [] }
      : await this.#search.read(words, now, scope);
    if (question.terms.length === 0) return [];
    const within: Within = { scope, must, asOf, words: this.#words, inHurry };
    const own: Within = { ...within, scope: { ...scope, orNone: true } };
    const { ranked, asked } = await this.#search.said(question, speakers, within);
    // Checkpoints retell what was said: there is time for them or not.
    for (const source of inHurry ? (["memories"] as const) : (["memories", "checkpoints"] as const)) {
      if (performance.now() > until) return [];
      const where = source === "memories" ? own : within;
      ranked.push(...(await this.#search.remembered(source, question, where, asked)));
    }
    if (performance.now() > until) return [];
    return ranked
      .map((one) => ({ ...one, score: Math.min(1, one.score + freshGain((asOf ?? now) - one.passage.at)) }))
      .sort((a, b) => b.score - a.score || b.passage.at - a.passage.at);
  }
}
