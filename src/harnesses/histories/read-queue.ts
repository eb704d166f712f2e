import { messageOf } from "../../core/index.ts";
import type { Batch } from "./contract.ts";
import { type PackedBatch, packBatch } from "./pack-batch.ts";

/** Enough to keep the storing thread busy; each packed batch is about a megabyte. */
const MAX_READY_BATCHES = 4;

/** Reports a batch of a reading, its end, or why it failed. */
export type Report = (id: number, result: { readonly batch?: PackedBatch; readonly error?: string }) => void;

/** Reads one history after the other, a few batches ahead of the consumer, which must keep the same order. */
export class ReadQueue {
  readonly #report: Report;
  readonly #active = new Set<number>();
  #queue: Promise<void> = Promise.resolve();
  #ready = 0;
  #wake = () => {};

  constructor(report: Report) {
    this.#report = report;
  }

  begin(id: number, batches: AsyncIterable<Batch>): void {
    this.#active.add(id);
    this.#queue = this.#queue.then(() => this.#read(id, batches));
  }

  taken(): void {
    this.#ready -= 1;
    this.#wake();
  }

  drop(id: number): void {
    this.#active.delete(id);
    this.#wake();
  }

  async #read(id: number, batches: AsyncIterable<Batch>): Promise<void> {
    try {
      if (this.#active.has(id)) for await (const batch of batches) if (!(await this.#deliver(id, batch))) break;
      this.#report(id, {});
    } catch (error) {
      this.#report(id, { error: messageOf(error) });
    }
    this.#active.delete(id);
  }

  /** False if the reading was dropped. */
  async #deliver(id: number, batch: Batch): Promise<boolean> {
    while (this.#active.has(id) && this.#ready >= MAX_READY_BATCHES)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    if (!this.#active.has(id)) return false;
    this.#ready += 1;
    this.#report(id, { batch: packBatch(batch) });
    return true;
  }
}
