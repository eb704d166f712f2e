import type { Ambient } from "../../ambient.ts";
import type { Indexer } from "../indexing/indexer.ts";
import type { Words } from "../vectors/words.ts";
import type { Within } from "./candidates.ts";
import { type Candidate, type RecalledMemory, textsOf } from "./found.ts";
import { freshGain } from "./recency.ts";
import { type Ranked, Search } from "./search.ts";
import { select } from "./selection.ts";

export interface RecallInput {
  readonly query: string;
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
}

const PRIMED_SHARE = 0.6;
const MOST_PRIMED = 40;
const MOST_ANSWERS = 10;
const DEFAULT_BUDGET = 1500;
/** More than are asked for, as some say the same or do not fit. */
const SPARE = 1.5;

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
    const found = await textsOf(this.#ambient, ranked.slice(0, Math.ceil(limit * SPARE) + MOST_ANSWERS), input);
    const answers = select(found, due.length > 0 ? budget * (1 - PRIMED_SHARE) : budget, limit);
    const known = new Set(answers.map(({ memory }) => memory.id));
    const primed = select(
      due.filter(({ memory }) => !known.has(memory.id)),
      budget * PRIMED_SHARE,
      MOST_PRIMED,
    );
    return [...answers, ...primed].slice(0, input.limit).map(({ memory }) => memory);
  }

  async #primed(receiptId: string | undefined): Promise<Candidate[]> {
    if (receiptId === undefined) return [];
    const extracted = await this.#ambient.store.memories.ofReceipt(receiptId);
    return extracted.map((memory) => ({
      memory: { ...memory, score: memory.weight, reasons: ["just distilled"] },
      content: memory.content,
      origin: memory.id,
      signed: Uint32Array.of(),
    }));
  }

  async #ranked(input: RecallInput): Promise<Ranked[]> {
    const now = this.#ambient.clock.now();
    await this.#indexer.catchUp();
    const { project, agent, asOf } = input;
    const scope = { project, agent };
    const { question, speakers } = await this.#search.read(input.query, now, scope);
    if (question.terms.length === 0) return [];
    const within: Within = { scope, must: [], asOf, words: this.#words };
    const own: Within = { ...within, scope: { ...scope, orNone: true } };
    const ranked = [
      ...(await this.#search.said(question, speakers, within)),
      ...(await this.#search.remembered("memories", question, own)),
      ...(await this.#search.remembered("checkpoints", question, within)),
    ];
    return ranked
      .map((one) => ({ ...one, score: Math.min(1, one.score + freshGain((asOf ?? now) - one.passage.at)) }))
      .sort((a, b) => b.score - a.score || b.passage.at - a.passage.at);
  }
}
