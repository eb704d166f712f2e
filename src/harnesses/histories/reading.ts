import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { Batch, HistoryReader, HistorySession } from "./contract.ts";
import { readersFor } from "./registry.ts";
import type { Answer, Described, Question } from "./thread.ts";

/** The readers for one import. */
export interface Reading {
  readonly readers: readonly HistoryReader[];
  close(): Promise<void>;
}

/** Beside the bundle that this is part of; the sources have none, and read where they run. */
const WORKER = fileURLToPath(new URL("./history-reader.js", import.meta.url));

/** Texts come and go by the megabyte: with room for them they are cleared away seldom. */
const YOUNG_MB = 32;

interface Waiting {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/** A thread that reads, and whoever asks it. */
class ReadingThread implements Reading {
  readonly readers: readonly HistoryReader[];
  readonly #worker = new Worker(WORKER, { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;

  constructor(readers: readonly HistoryReader[]) {
    this.readers = readers.map((reader) => this.#remote(reader));
    this.#worker.unref();
    this.#worker.on("message", (answer: Answer) => {
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if (answer.error === undefined) waiting?.resolve(answer);
      else waiting?.reject(new Error(answer.error));
    });
    this.#worker.on("error", (error) => this.#giveUp(error));
    this.#worker.on("exit", () => this.#giveUp(new Error("the thread that reads histories ended")));
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #giveUp(error: Error): void {
    for (const waiting of this.#waiting.values()) waiting.reject(error);
    this.#waiting.clear();
  }

  #ask(question: Question): Promise<Answer> {
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, question });
    });
  }

  #remote({ harness, title }: HistoryReader): HistoryReader {
    const ask = (question: Question) => this.#ask(question);
    const session = ({ number, ...fields }: Described): HistorySession => ({
      ...fields,
      read: (mark) => batchesOf(ask, number, mark),
    });
    return {
      harness,
      title,
      async *find(place) {
        yield* ((await ask({ find: harness, place })).sessions ?? []).map(session);
      },
      open: async (path) => (await ask({ open: harness, path })).sessions?.map(session),
    };
  }
}

async function* batchesOf(
  ask: (question: Question) => Promise<Answer>,
  number: number,
  mark: string | undefined,
): AsyncGenerator<Batch> {
  await ask({ read: number, mark });
  for (;;) {
    const { batch } = await ask({ next: true });
    if (!batch) return;
    yield batch;
  }
}

/** Reads in a thread of its own where the product is built. */
export function openReading(harness: string | undefined): Reading {
  const readers = readersFor(harness);
  return existsSync(WORKER) ? new ReadingThread(readers) : { readers, close: async () => {} };
}
