import { setImmediate } from "node:timers/promises";
import type { Services } from "../../services.ts";
import { INDEXED, type Indexed, type IndexProgress, type NewPassage } from "../../store/index.ts";
import type { WordVectors } from "../vectors/word-vectors.ts";
import { EDITION, passagesOf } from "./analyse.ts";

/** How much of the ledger is indexed. */
export interface IndexState {
  readonly passages: number;
  /** Texts not indexed yet: new ones, and older ones after a rebuild. */
  readonly waiting: number;
}

const OWNERS_AT_ONCE = 50;
const PASSAGES_AT_ONCE = 60;
const BATCHES_BETWEEN_MERGES = 32;
const MOST_UNINDEXED = 4;
const QUIET_MS = 250;
const LONGEST_WAIT_MS = 2000;
/** Memories are few, so a rebuild indexes them first. */
const FEWEST_FIRST: readonly Indexed[] = ["memories", "checkpoints", "messages"];
/** After this long, other work of the process gets a turn. */
const SLICE_MS = 4;

/**
 * Keeps the index in step with the ledger in the background: no writer waits for it. It adds new texts first, then
 * older ones, and can stop after any batch because progress is stored with each.
 */
export class Indexer {
  #running: Promise<void> | undefined;
  #closed = false;
  #isAwake = false;
  #unindexed = 0;
  #alarm: NodeJS.Timeout | undefined;
  #waitingSince: number | undefined;
  #batches = 0;

  readonly #services: Services;
  readonly #words: WordVectors | undefined;

  constructor(services: Services, words: WordVectors | undefined) {
    this.#services = services;
    this.#words = words;
  }

  /** Starts indexing in the background. */
  wake(): void {
    if (this.#closed) return;
    this.#isAwake = true;
    this.#running ??= setImmediate()
      .then(() => this.#whileAwake())
      .catch((error) => this.#services.log.error({ err: error }, "indexing failed"))
      .finally(() => {
        this.#running = undefined;
      });
  }

  /** The same after a quiet moment: hooks come in bursts. */
  wakeSoon(): void {
    if (this.#closed) return;
    this.#waitingSince ??= performance.now();
    if (performance.now() - this.#waitingSince > LONGEST_WAIT_MS) this.#wakeUp();
    else if (this.#alarm) this.#alarm.refresh();
    else this.#alarm = setTimeout(() => this.#wakeUp(), QUIET_MS).unref();
  }

  #wakeUp(): void {
    clearTimeout(this.#alarm);
    this.#alarm = undefined;
    this.#waitingSince = undefined;
    this.wake();
  }

  /**
   * Call after each message from the API: every few messages are indexed at once, so that a question finds little left
   * to do.
   */
  async keepUp(): Promise<void> {
    this.#unindexed += 1;
    if (this.#unindexed < MOST_UNINDEXED) return this.wake();
    await this.catchUp();
  }

  /**
   * Indexes what was written up to now, without the rest of a rebuild. False after an error, which does not stop the
   * search.
   */
  async catchUp(sources: readonly Indexed[] = INDEXED): Promise<boolean> {
    this.#unindexed = 0;
    try {
      for (const source of sources) while (!this.#closed && (await this.#step(source, "new")));
      return true;
    } catch (error) {
      this.#services.log.error({ err: error }, "indexing failed");
      return false;
    }
  }

  /** Rebuilds the whole index in the background, newest first. */
  async rebuild(): Promise<void> {
    for (const source of INDEXED) await this.#inTurn(() => this.#clear(source));
    this.wake();
  }

  async state(): Promise<IndexState> {
    const all = await Promise.all(INDEXED.map((source) => this.#services.store.passages.progress(source)));
    return {
      passages: all.reduce((sum, { passages }) => sum + passages, 0),
      waiting: all.reduce((sum, { low, high, newest }) => sum + low + Math.max(0, newest - high), 0),
    };
  }

  async finished(): Promise<void> {
    await this.#work();
  }

  /** Waits for the current step; the rest is done when the store is opened again. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#alarm);
    await this.#running;
    await this.#turn;
  }

  /** Repeats if it was woken meanwhile. */
  async #whileAwake(): Promise<void> {
    while (this.#isAwake) {
      this.#isAwake = false;
      await this.#work();
    }
  }

  async #work(): Promise<void> {
    for (const source of FEWEST_FIRST) while (!this.#closed && (await this.#step(source, "all"))) await setImmediate();
    if (this.#batches < BATCHES_BETWEEN_MERGES) return;
    this.#batches = 0;
    for (const source of INDEXED) await this.#mergeSegments(source);
  }

  async #mergeSegments(source: Indexed): Promise<void> {
    const { store } = this.#services;
    const step = (isBegun: boolean) =>
      this.#inTurn(() => store.transaction(({ passages }) => passages.merge(source, isBegun)));
    for (let isBegun = false; !this.#closed && (await step(isBegun)); isBegun = true) await setImmediate();
  }

  #turn: Promise<unknown> = Promise.resolve();

  /** One step at a time. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => {});
    return done;
  }

  /** Indexes one batch; false if none is left. */
  #step(source: Indexed, which: "new" | "all"): Promise<boolean> {
    return this.#inTurn(() => this.#index(source, which));
  }

  #clear(source: Indexed): Promise<void> {
    return this.#services.store.transaction(({ passages }) => passages.clear(source, EDITION));
  }

  async #index(source: Indexed, which: "new" | "all"): Promise<boolean> {
    const { store } = this.#services;
    const progress = await store.passages.progress(source);
    if (progress.edition !== EDITION && progress.passages > 0) {
      await this.#clear(source);
      this.wake();
      return true;
    }
    if (progress.newest > progress.high) return this.#indexBatch(source, progress, "above");
    return which === "all" && progress.low > 0 ? this.#indexBatch(source, progress, "below") : false;
  }

  async #indexBatch(source: Indexed, since: IndexProgress, side: "above" | "below"): Promise<boolean> {
    const { store } = this.#services;
    const { low, high } = since;
    const from = side === "above" ? { above: high } : { upTo: low };
    const waiting = await store.passages.waiting(source, from, OWNERS_AT_ONCE);
    const owners: typeof waiting = [];
    const made: NewPassage[] = [];
    let began = performance.now();
    for (const owner of waiting) {
      for (const passage of passagesOf(owner, this.#words)) {
        made.push(passage);
        if (performance.now() - began < SLICE_MS) continue;
        await setImmediate();
        began = performance.now();
      }
      owners.push(owner);
      if (made.length >= PASSAGES_AT_ONCE) break;
    }
    const last = owners.at(-1)?.pk;
    const reached = side === "above" ? { low, high: last ?? high } : { low: last === undefined ? 0 : last - 1, high };
    this.#batches += 1;
    await store.transaction(({ passages }) =>
      passages.take(source, { owners, passages: made, since, ...reached, edition: EDITION }),
    );
    return true;
  }
}
