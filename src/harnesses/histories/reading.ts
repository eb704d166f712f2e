import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import { DAEMON_FLAGS } from "../client/start-daemon.ts";
import { Arriving } from "./arriving.ts";
import type { HistoryReader, HistorySession } from "./contract.ts";
import type { PassOver } from "./passed-over.ts";
import { readersFor } from "./registry.ts";
import type { Answer, Described, Question, Said } from "./thread.ts";

/** The readers for one import. What was begun to be read is to be taken in the order in which it was begun. */
export interface Reading {
  readonly readers: readonly HistoryReader[];
  close(): Promise<void>;
}

/** Beside the bundle that this is part of; the sources have none, and read where they run. */
const WORKER = fileURLToPath(new URL("./history-reader.js", import.meta.url));

/**
 * Texts come and go by the megabyte: with room for them they are cleared away seldom. The daemon was started with
 * little of it; that holds for every thread, whatever its own limits say, unless it is changed before the thread
 * begins.
 */
const NURSERY_MB = 16;
const DAEMONS_NURSERY = DAEMON_FLAGS.find((flag) => flag.startsWith("--max-semi-space-size"));

function startThread(): Worker {
  if (!DAEMONS_NURSERY || !process.execArgv.includes(DAEMONS_NURSERY)) return new Worker(WORKER);
  setFlagsFromString(`--max-semi-space-size=${NURSERY_MB}`);
  // The thread looks at it when it begins, which is some time after this.
  return new Worker(WORKER).once("online", () => setFlagsFromString(DAEMONS_NURSERY));
}

interface Waiting {
  answer(answer: Answer): void;
  fail(error: Error): void;
}

/** A thread that reads, and whoever asks it. */
class ReadingThread implements Reading {
  readonly readers: readonly HistoryReader[];
  readonly #worker = startThread();
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;

  constructor(readers: readonly HistoryReader[]) {
    this.readers = readers.map((reader) => this.#remote(reader));
    this.#worker.unref();
    this.#worker.on("message", (answer: Answer) => this.#hear(answer));
    this.#worker.on("error", (error) => this.#giveUp(error));
    this.#worker.on("exit", () => this.#giveUp(new Error("the thread that reads histories ended")));
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #hear(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    // Nobody wants it any more: the room that it took is free again.
    if (!waiting && answer.batch) this.#say({ taken: true });
    if (!answer.batch) this.#waiting.delete(answer.id);
    if (answer.error === undefined) waiting?.answer(answer);
    else waiting?.fail(new Error(answer.error));
  }

  #giveUp(error: Error): void {
    for (const waiting of this.#waiting.values()) waiting.fail(error);
    this.#waiting.clear();
  }

  #say(said: Said): void {
    this.#worker.postMessage(said);
  }

  #ask(question: Question, waiting: Waiting): number {
    this.#asked += 1;
    this.#waiting.set(this.#asked, waiting);
    this.#say({ id: this.#asked, question });
    return this.#asked;
  }

  async #sessions(question: Question, passOver: PassOver): Promise<readonly Described[] | undefined> {
    const { sessions, passedOver = [] } = await new Promise<Answer>((answer, fail) =>
      this.#ask(question, { answer, fail }),
    );
    for (const { path, why } of passedOver) passOver(path, why);
    return sessions;
  }

  #read(number: number, mark: string | undefined): Arriving {
    const arriving = new Arriving({
      taken: () => this.#say({ taken: true }),
      left: () => {
        this.#waiting.delete(id);
        this.#say({ drop: id });
      },
    });
    const id = this.#ask({ read: number, mark }, arriving);
    return arriving;
  }

  #remote({ harness, title, watches }: HistoryReader): HistoryReader {
    const session = ({ number, ...fields }: Described): HistorySession => ({
      ...fields,
      read: (mark) => this.#read(number, mark),
    });
    const sessions = async (question: Question, passOver: PassOver) =>
      (await this.#sessions(question, passOver))?.map(session);
    return {
      harness,
      title,
      watches,
      async *find(place, passOver) {
        yield* (await sessions({ find: harness, place }, passOver)) ?? [];
      },
      open: (path, passOver) => sessions({ open: harness, path }, passOver),
    };
  }
}

/** Reads in a thread of its own where the product is built. */
export function openReading(harness: string | undefined): Reading {
  const readers = readersFor(harness);
  return existsSync(WORKER) ? new ReadingThread(readers) : { readers, close: async () => {} };
}
