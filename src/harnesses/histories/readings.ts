import { messageOf } from "../../core/index.ts";
import type { Batch } from "./contract.ts";
import { type PackedBatch, packed } from "./packed.ts";

/**
 * As many batches lie ready as keep whoever stores them busy while the next is made; each is a megabyte, about, and
 * packed.
 */
const MOST_READY = 4;

/** Tells of a reading: a batch, or that it is over, or why it cannot go on. */
export type Tell = (id: number, told: { readonly batch?: PackedBatch; readonly error?: string }) => void;

/**
 * The readings that were asked for, one after the other in that order, ahead of whoever takes their batches, but not
 * far. They have to be taken in the same order.
 */
export class Readings {
  readonly #tell: Tell;
  readonly #wanted = new Set<number>();
  #turn: Promise<void> = Promise.resolve();
  #ready = 0;
  #wake = () => {};

  constructor(tell: Tell) {
    this.#tell = tell;
  }

  begin(id: number, batches: AsyncIterable<Batch>): void {
    this.#wanted.add(id);
    this.#turn = this.#turn.then(() => this.#read(id, batches));
  }

  taken(): void {
    this.#ready -= 1;
    this.#wake();
  }

  drop(id: number): void {
    this.#wanted.delete(id);
    this.#wake();
  }

  async #read(id: number, batches: AsyncIterable<Batch>): Promise<void> {
    try {
      if (this.#wanted.has(id)) for await (const batch of batches) if (!(await this.#isTold(id, batch))) break;
      this.#tell(id, {});
    } catch (error) {
      this.#tell(id, { error: messageOf(error) });
    }
    this.#wanted.delete(id);
  }

  /** False where nobody wants it any more. */
  async #isTold(id: number, batch: Batch): Promise<boolean> {
    while (this.#wanted.has(id) && this.#ready >= MOST_READY)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    if (!this.#wanted.has(id)) return false;
    this.#ready += 1;
    this.#tell(id, { batch: packed(batch) });
    return true;
  }
}
