import { parentPort } from "node:worker_threads";
import { Preparation } from "../../capture/index.ts";
import { badInput, messageOf } from "../../core/index.ts";
import type { HistorySession } from "./contract.ts";
import type { PassedOver } from "./passed-over.ts";
import { prepared } from "./prepared.ts";
import { Readings } from "./readings.ts";
import { readersFor } from "./registry.ts";
import type { Answer, Described, Question, Said } from "./thread.ts";

/*
 * The thread that reads histories: parsing, redacting, counting and compressing happen here, beside the process's own
 * work, and hooks do not wait for any of it.
 */

const known: HistorySession[] = [];
const preparation = new Preparation();

const tell = (answer: Answer): void =>
  parentPort?.postMessage(answer, answer.batch ? [answer.batch.bodies.buffer] : []);

const readings = new Readings((id, told) => tell({ id, ...told }));

function described(session: HistorySession): Described {
  const { read: _read, ...fields } = session;
  return { ...fields, number: known.push(session) - 1 };
}

async function answer(id: number, question: Question): Promise<void> {
  const passedOver: PassedOver[] = [];
  const passOver = (path: string, why: string) => void passedOver.push({ path, why });
  if ("find" in question) {
    const sessions: Described[] = [];
    for (const reader of readersFor(question.find))
      for await (const session of reader.find(question.place, passOver)) sessions.push(described(session));
    return tell({ id, sessions, passedOver });
  }
  if ("open" in question) {
    const [reader] = readersFor(question.open);
    const sessions = (await reader?.open(question.path, passOver))?.map(described);
    return tell({ id, sessions, passedOver });
  }
  const session = known[question.read];
  if (!session) throw badInput(`there is no session ${question.read} here`);
  readings.begin(id, prepared(session.read(question.mark), preparation));
}

parentPort?.on("message", (said: Said) => {
  if ("taken" in said) return readings.taken();
  if ("drop" in said) return readings.drop(said.drop);
  answer(said.id, said.question).catch((error) => tell({ id: said.id, error: messageOf(error) }));
});
