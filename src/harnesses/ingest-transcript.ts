import { capture, type Entry, isSpoken } from "../capture/index.ts";
import { isoTime } from "../core/index.ts";
import { isCertain } from "../sessions/index.ts";
import type { SessionChange, SessionRecord, Tables } from "../store/index.ts";
import { handedOverTo } from "./handed-over-entries.ts";

export interface Ingested {
  /** How many messages the ledger did not hold before. */
  readonly added: number;
  /** Prompts that were not reported before, in order. */
  readonly newPrompts: readonly string[];
  readonly lastActivityAt: string;
}

/** The client's placeholder for entries without a model. */
const SYNTHETIC = "<synthetic>";

function reportedUsage(entries: readonly Entry[]): SessionChange {
  const inputTokens = entries.findLast((entry) => entry.usage?.inputTokens !== undefined)?.usage?.inputTokens;
  const model = entries.findLast((entry) => entry.usage?.model)?.usage?.model;
  return {
    ...(inputTokens !== undefined && { lastInputTokens: inputTokens }),
    ...(model && model !== SYNTHETIC && { model }),
  };
}

/** Whether our recovery is still in the context: a compaction removes what was injected before it. */
function recoveryState(entries: readonly Entry[]): SessionChange {
  const last = entries.findLast((entry) => (entry.isEcho && !entry.isReminder) || entry.kind === "boundary");
  return last ? { recoveryInContext: last.isEcho ? 1 : 0 } : {};
}

/** A fork begins with a copy of its origin's entries; nothing else names the origin. */
async function traceFork(tables: Tables, session: SessionRecord, first: Entry): Promise<void> {
  if (isCertain(session.lineage)) return;
  const holders = await tables.messages.holders(first.sourceId);
  const origin = holders.find((id) => id !== session.id);
  if (origin !== undefined) await tables.sessions.change(session.id, { parentId: origin, lineage: "fork" });
}

export interface IngestOptions {
  /** Whether nothing of the transcript was read before. */
  readonly isFirst: boolean;
  readonly now: number;
}

/** Stores a part of a transcript and updates its session. Run it in a transaction. */
export async function ingestTranscript(
  tables: Tables,
  session: SessionRecord,
  read: readonly Entry[],
  { isFirst, now }: IngestOptions,
): Promise<Ingested> {
  const handedOver = await handedOverTo(tables, session.id);
  const entries = handedOver.size === 0 ? read : read.filter(({ sourceId }) => !handedOver.has(sourceId));
  const { added, newPrompts } = await capture(tables, session.id, entries.filter(isSpoken));
  // A clock that was wrong must not keep a session the latest until its time comes.
  const atMostNow = (at: string): string => (at > isoTime(now) ? isoTime(now) : at);
  const current = (await tables.sessions.get(session.id)) ?? session;
  const times = [...newPrompts, ...added.slice(-1)].map(({ createdAt }) => atMostNow(createdAt));
  const lastActivityAt = times.reduce((last, at) => (at > last ? at : last), current.lastActivityAt);
  await tables.sessions.change(session.id, {
    ...recoveryState(entries),
    ...reportedUsage(entries),
    ...(newPrompts.length > 0 && { promptCount: current.promptCount + newPrompts.length }),
    ...(lastActivityAt > current.lastActivityAt && { lastActivityAt }),
  });
  const first = entries.find(isSpoken);
  if (isFirst && first) await traceFork(tables, current, first);
  return {
    added: added.length,
    newPrompts: newPrompts.map(({ content }) => content),
    lastActivityAt,
  };
}
