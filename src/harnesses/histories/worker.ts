import { parentPort } from "node:worker_threads";
import { messageOf } from "../../core/index.ts";
import type { Batch, HistorySession } from "./contract.ts";
import { prepared } from "./prepared.ts";
import { readersFor } from "./registry.ts";
import type { Answer, Asked, Described, Question } from "./thread.ts";

/*
 * The thread that reads histories: parsing, redacting, counting and compressing happen here, beside the process's own
 * work, and hooks do not wait for any of it.
 */

const known: HistorySession[] = [];

function described(session: HistorySession): Described {
  const { read: _read, ...fields } = session;
  return { ...fields, number: known.push(session) - 1 };
}

/** What is being read. Whoever asks does so ahead of time, while it is busy with the last batch. */
let reading: AsyncGenerator<Batch> | undefined;

async function answerTo(question: Question): Promise<Omit<Answer, "id">> {
  if ("find" in question) {
    const sessions: Described[] = [];
    for (const reader of readersFor(question.find))
      for await (const session of reader.find(question.place)) sessions.push(described(session));
    return { sessions };
  }
  if ("open" in question) {
    const [reader] = readersFor(question.open);
    return { sessions: (await reader?.open(question.path))?.map(described) };
  }
  if ("next" in question) return { batch: (await reading?.next())?.value };
  const session = known[question.read];
  reading = session && prepared(session.read(question.mark));
  return {};
}

parentPort?.on("message", ({ id, question }: Asked) => {
  answerTo(question)
    .catch((error) => ({ error: messageOf(error) }))
    .then((answer) => parentPort?.postMessage({ id, ...answer }));
});
