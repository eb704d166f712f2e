import type { Batch } from "./contract.ts";
import { unpackBatch } from "./pack-batch.ts";
import type { Answer } from "./thread-messages.ts";

/** Notified of what happens to the batches. */
interface Sender {
  /** A batch is in use: there is room for another. */
  taken(): void;
  /** No more batches will be read. */
  left(): void;
}

/** The batches of one session, as they arrive from the reader thread. */
export class BatchStream implements AsyncIterable<Batch> {
  readonly #sender: Sender;
  readonly #answers: Answer[] = [];
  #failure: Error | undefined;
  #wake = () => {};

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  answer(answer: Answer): void {
    this.#answers.push(answer);
    this.#wake();
  }

  fail(error: Error): void {
    this.#failure = error;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Batch> {
    try {
      for (;;) {
        const { batch } = await this.#next();
        if (!batch) return;
        this.#sender.taken();
        yield unpackBatch(batch);
      }
    } finally {
      for (const { batch } of this.#answers) if (batch) this.#sender.taken();
      this.#sender.left();
    }
  }

  async #next(): Promise<Answer> {
    for (;;) {
      const answer = this.#answers.shift();
      if (answer) return answer;
      if (this.#failure) throw this.#failure;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
