import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import { DAEMON_FLAGS } from "../client/start-daemon.ts";
import { readersFor } from "../registry.ts";
import type { Batch, HistoryReader, HistorySession } from "./history-contract.ts";
import { unpackBatch } from "./pack-batch.ts";
import type { OnSkip } from "./skipped-files.ts";
import type { Answer, Question, SessionDescription, ThreadMessage } from "./thread-messages.ts";

/** The readers for one import. */
export interface OpenReaders {
  readonly readers: readonly HistoryReader[];
  close(): Promise<void>;
}

/** Next to the bundle; the sources have none, and read in the same thread. */
const WORKER = fileURLToPath(new URL("./history-reader.js", import.meta.url));

/**
 * Texts come and go by the megabyte: a large nursery means fewer collections. The daemon starts with a small one, which
 * holds for every thread, whatever its own limits, unless it is changed before the thread starts.
 */
const NURSERY_MB = 16;
const DAEMONS_NURSERY = DAEMON_FLAGS.find((flag) => flag.startsWith("--max-semi-space-size"));

function startThread(): Worker {
  if (!DAEMONS_NURSERY || !process.execArgv.includes(DAEMONS_NURSERY)) return new Worker(WORKER);
  setFlagsFromString(`--max-semi-space-size=${NURSERY_MB}`);
  // The thread reads the flag when it starts, some time after this.
  return new Worker(WORKER).once("online", () => setFlagsFromString(DAEMONS_NURSERY));
}

/** The proxy of the thread that reads. */
class ReaderThread implements OpenReaders {
  readonly readers: readonly HistoryReader[];
  readonly #worker = startThread();
  readonly #pending = new Map<number, { answer(answer: Answer): void; fail(error: Error): void }>();
  #lastId = 0;

  constructor(readers: readonly HistoryReader[]) {
    this.readers = readers.map((reader) => this.#remote(reader));
    this.#worker.unref();
    this.#worker.on("message", (answer: Answer) => this.#onAnswer(answer));
    this.#worker.on("error", (error) => this.#failAll(error));
    this.#worker.on("exit", () => this.#failAll(new Error("the thread that reads histories ended")));
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #onAnswer(answer: Answer): void {
    const waiting = this.#pending.get(answer.id);
    this.#pending.delete(answer.id);
    if (answer.error === undefined) waiting?.answer(answer);
    else waiting?.fail(new Error(answer.error));
  }

  #failAll(error: Error): void {
    for (const waiting of this.#pending.values()) waiting.fail(error);
    this.#pending.clear();
  }

  #ask(question: Question): Promise<Answer> {
    const id = ++this.#lastId;
    return new Promise((answer, fail) => {
      this.#pending.set(id, { answer, fail });
      this.#worker.postMessage({ id, question } satisfies ThreadMessage);
    });
  }

  async *#read(number: number, mark: string | undefined): AsyncGenerator<Batch> {
    let answer = await this.#ask({ read: number, mark });
    const reading = answer.id;
    try {
      for (; answer.batch; answer = await this.#ask({ next: reading })) yield unpackBatch(answer.batch);
    } finally {
      this.#worker.postMessage({ drop: reading } satisfies ThreadMessage);
    }
  }

  #remote({ harness, title, watches }: HistoryReader): HistoryReader {
    const session = ({ number, ...fields }: SessionDescription): HistorySession => ({
      ...fields,
      read: (mark) => this.#read(number, mark),
    });
    const sessions = async (question: Question, onSkip: OnSkip) => {
      const { sessions: found, passedOver = [] } = await this.#ask(question);
      for (const { path, why } of passedOver) onSkip(path, why);
      return found?.map(session);
    };
    return {
      harness,
      title,
      watches,
      async *find(place, onSkip) {
        yield* (await sessions({ find: harness, place }, onSkip)) ?? [];
      },
      open: (path, onSkip) => sessions({ open: harness, path }, onSkip),
    };
  }
}

/** Reads in a separate thread if the product is built. */
export function openReaders(harness: string | undefined): OpenReaders {
  const readers = readersFor(harness);
  return existsSync(WORKER) ? new ReaderThread(readers) : { readers, close: async () => {} };
}
