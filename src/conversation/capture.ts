import type { MessageRecord, Tables } from "../store/index.ts";
import { clean } from "./clean.ts";
import type { Entry } from "./entry.ts";
import { entryOf, type Waiting } from "./provisional.ts";

export interface Captured {
  /** Messages that the ledger did not hold before. */
  readonly added: readonly MessageRecord[];
  /** Prompts that nobody had reported before, in order. */
  readonly newPrompts: readonly { content: string; createdAt: string }[];
}

/** Clients trim and fold white space where a hook gives it as it was typed. */
export const sameWords = (one: string, other: string): boolean =>
  one === other || (one.length < FOLDED_UP_TO && folded(one) === folded(other));
const FOLDED_UP_TO = 10_000;
const folded = (text: string): string => text.replace(/\s+/g, " ").trim();

/** The provisional report that this entry of the transcript confirms, if one is waiting. */
function confirmedBy(entry: Entry, waiting: readonly Waiting[]): Waiting | undefined {
  const same = waiting.filter(
    (candidate) =>
      candidate.sourceId === entry.sourceId ||
      (candidate.entry.kind === entry.kind &&
        entry.kind !== "tool_result" &&
        sameWords(candidate.entry.content, entry.content)),
  );
  return same.find((candidate) => candidate.entry.turnId === entry.turnId) ?? same[0];
}

/** Takes entries of a transcript into the ledger, in their order, each once. Run it in a transaction. */
export async function capture(tables: Tables, sessionId: string, entries: readonly Entry[]): Promise<Captured> {
  const cleaned = entries.map(clean).filter((entry) => entry !== undefined);
  const waiting = (await tables.capture.provisional(sessionId)).map(entryOf);
  const confirmed = new Set<Waiting>();
  const reportedBefore = new Set<string>();
  for (const entry of cleaned) {
    const report = confirmedBy(
      entry,
      waiting.filter((candidate) => !confirmed.has(candidate)),
    );
    if (!report) continue;
    confirmed.add(report);
    reportedBefore.add(entry.sourceId);
  }
  const added = await tables.messages.append(sessionId, cleaned);
  await tables.capture.confirm(
    sessionId,
    [...confirmed].map((report) => report.sourceId),
  );
  const prompts = new Set(cleaned.filter((entry) => entry.isPrompt).map((entry) => entry.sourceId));
  const newPrompts = added.filter((message) => prompts.has(message.sourceId) && !reportedBefore.has(message.sourceId));
  return { added, newPrompts };
}
