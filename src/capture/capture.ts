import type { MessageRecord, Tables } from "../store/index.ts";
import { clean, injectedInto } from "./clean-entry.ts";
import type { Entry } from "./entry.ts";
import { confirm, type ProvisionalEntry, provisionalEntries, REPORTED_IDS, sameWords } from "./provisional.ts";

/** The provisional report that this entry of the transcript confirms, if one is waiting. */
function confirmedBy(entry: Entry, waiting: readonly ProvisionalEntry[]): ProvisionalEntry | undefined {
  if (waiting.length === 0) return undefined;
  const same = waiting.filter(
    (candidate) =>
      candidate.sourceId === entry.sourceId ||
      (candidate.entry.kind === entry.kind &&
        entry.kind !== "tool_result" &&
        sameWords(candidate.entry.content, entry.content)),
  );
  return same.find((candidate) => candidate.entry.turnId === entry.turnId) ?? same[0];
}

/** A hook fires within moments of its message: further apart, the same words are two messages. */
const REPORTED_WITHIN_MS = 60_000;

function isSettledAs(entry: Entry, message: MessageRecord): boolean {
  if (message.kind !== entry.kind) return false;
  const sameTime =
    message.turnId && entry.turnId
      ? message.turnId === entry.turnId
      : Math.abs(Date.parse(message.createdAt) - Date.parse(entry.createdAt)) <= REPORTED_WITHIN_MS;
  return sameTime && sameWords(message.content, entry.content);
}

/** Without entries that the ledger has from a hook: their lines came after the session had been settled. */
async function withoutSettled(tables: Tables, sessionId: string, entries: readonly Entry[]): Promise<Entry[]> {
  const spoken = new Set(entries.filter(({ kind }) => kind === "prompt" || kind === "text"));
  const settled = spoken.size === 0 ? [] : await tables.messages.list(sessionId, { sourcePrefixes: REPORTED_IDS });
  return entries.filter((entry) => !(spoken.has(entry) && settled.some((message) => isSettledAs(entry, message))));
}

/**
 * Stores entries of a transcript in the ledger, in order, each once. Returns the messages that are new there, and the
 * prompts among them that no hook had reported. Run it in a transaction.
 */
export async function capture(tables: Tables, sessionId: string, entries: readonly Entry[]) {
  const injected = await injectedInto(tables, sessionId, entries);
  const cleaned = entries.flatMap((entry) => (entry.prepared ? entry : (clean(entry, injected) ?? [])));
  const fresh = await withoutSettled(tables, sessionId, cleaned);
  const waiting = new Set(await provisionalEntries(tables, sessionId));
  const confirmed: string[] = [];
  const newPrompts = new Set<string>();
  for (const entry of fresh) {
    const report = confirmedBy(entry, [...waiting]);
    if (report) {
      waiting.delete(report);
      confirmed.push(report.sourceId);
    } else if (entry.isPrompt) newPrompts.add(entry.sourceId);
  }
  const added = await tables.messages.append(sessionId, fresh);
  await confirm(tables, sessionId, confirmed);
  return { added, newPrompts: added.filter(({ sourceId }) => newPrompts.has(sourceId)) };
}
