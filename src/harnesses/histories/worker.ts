import { parentPort } from "node:worker_threads";
import { Preparation } from "../../capture/index.ts";
import { badInput, messageOf } from "../../core/index.ts";
import { readersFor } from "../registry.ts";
import type { Batch, HistorySession } from "./history-contract.ts";
import { packBatch } from "./pack-batch.ts";
import { prefetch } from "./prefetch.ts";
import type { SkippedFile } from "./skipped-files.ts";
import type { Answer, Question, SessionDescription, ThreadMessage } from "./thread-messages.ts";

/*
 * The thread that reads histories: it parses, redacts, counts and compresses in parallel, so that hooks do not wait.
 */

const known: HistorySession[] = [];
const preparation = new Preparation();
const readings = new Map<number, AsyncGenerator<Batch>>();

const post = (answer: Answer): void =>
  parentPort?.postMessage(answer, answer.batch ? [answer.batch.bodies.buffer] : []);

function describe(session: HistorySession): SessionDescription {
  const { read: _read, ...fields } = session;
  return { ...fields, number: known.push(session) - 1 };
}

/** The same batches, with everything computed that storing their entries needs. */
async function* prepared(batches: AsyncIterable<Batch>): AsyncGenerator<Batch> {
  for await (const batch of prefetch(batches)) {
    const entries = batch.entries.map((entry) => preparation.prepare(entry)).filter((entry) => entry !== undefined);
    yield { ...batch, entries };
  }
}

async function answer(id: number, question: Question): Promise<void> {
  const passedOver: SkippedFile[] = [];
  const onSkip = (path: string, why: string) => void passedOver.push({ path, why });
  if ("find" in question) {
    const sessions: SessionDescription[] = [];
    for (const reader of readersFor(question.find))
      for await (const session of reader.find(question.place, onSkip)) sessions.push(describe(session));
    return post({ id, sessions, passedOver });
  }
  if ("open" in question) {
    const [reader] = readersFor(question.open);
    const sessions = (await reader?.open(question.path, onSkip))?.map(describe);
    return post({ id, sessions, passedOver });
  }
  if ("next" in question) return postNext(id, question.next);
  const session = known[question.read];
  if (!session) throw badInput(`there is no session ${question.read} here`);
  readings.set(id, prepared(session.read(question.mark)));
  return postNext(id, id);
}

async function postNext(id: number, reading: number): Promise<void> {
  const next = await readings.get(reading)?.next();
  if (next && !next.done) return post({ id, batch: packBatch(next.value) });
  readings.delete(reading);
  post({ id });
}

function drop(reading: number): void {
  // What fails by then has no reader any more.
  readings
    .get(reading)
    ?.return(undefined)
    .catch(() => {});
  readings.delete(reading);
}

parentPort?.on("message", (message: ThreadMessage) => {
  if ("drop" in message) return drop(message.drop);
  answer(message.id, message.question).catch((error) => post({ id: message.id, error: messageOf(error) }));
});
