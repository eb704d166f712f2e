import { messageOf } from "../../core/index.ts";
import type { Batch } from "./contract.ts";
import { type PackedBatch, packBatch } from "./pack-batch.ts";

/**
 * As many batches lie ready as keep whoever stores them busy while the next is made; each is a megabyte, about, and
 * packed.
 */
const MAX_READY_BATCHES = 4;

/** Tells of a reading: a batch, or that it is over, or why it cannot go on. */
export type Report = (id: number, result: { readonly batch?: PackedBatch; readonly error?: string }) => void;

/**
 * The readings that were asked for, one after the other in that order, ahead of whoever takes their batches, but not
 * far. They have to be taken in the same order.
 */
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

  /** False where nobody wants it any more. */
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
