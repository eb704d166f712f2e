import { type Injection, injections } from "../../audit/index.ts";
import { redact } from "../../core/index.ts";
import type { MessageRecord, SessionRecord, Tables } from "../../store/index.ts";
import { keptMessages } from "./kept-messages.ts";
import type { Recorded } from "./session-writer.ts";

/** The event that records that a session began with another's conversation in its context. */
export const HANDOVER = "handover";

/** More than any client's context holds. */
const MOST_MESSAGES = 20_000;
export const LONGEST_CHAIN = 20;

export interface Context {
  readonly messages: readonly Recorded[];
  /** How many messages a summary replaces. */
  readonly compacted: number;
  /** Whether the client kept some of these next to the summary, unknown which. */
  readonly isKeptUncertain: boolean;
}

const EMPTY: Context = { messages: [], compacted: 0, isKeptUncertain: false };

async function handoverTo(tables: Tables, { id }: SessionRecord): Promise<Injection | undefined> {
  return (await injections(tables).list({ sessionId: id })).find(({ event }) => event === HANDOVER);
}

/** The session whose conversation this one began with. */
export async function originOf(tables: Tables, session: SessionRecord): Promise<SessionRecord | undefined> {
  if (session.parentId === null || !(await handoverTo(tables, session))) return undefined;
  return tables.sessions.get(session.parentId);
}

/** The conversation that the session continued, as it was then: later messages there are not in this context. */
async function contextBefore(tables: Tables, session: SessionRecord, depth: number): Promise<Context> {
  const handover = session.parentId === null || depth === 0 ? undefined : await handoverTo(tables, session);
  const origin = handover && session.parentId !== null ? await tables.sessions.get(session.parentId) : undefined;
  return origin ? contextOf(tables, origin, handover?.createdAt, depth - 1) : EMPTY;
}

/** After a compaction: its summary, what the client kept next to it, and what followed. */
async function contextAfterCompaction(
  tables: Tables,
  session: SessionRecord,
  boundary: MessageRecord,
  own: readonly Recorded[],
): Promise<Context> {
  const { messages, isUncertain } = await keptMessages(tables, session, boundary);
  const summaries = own.findIndex(({ kind }) => kind !== "summary");
  const followed = summaries < 0 ? own.length : summaries;
  return {
    messages: [...own.slice(0, followed), ...messages.map((one) => recordedIn(session, one)), ...own.slice(followed)],
    compacted: boundary.seq - 1 - messages.length,
    isKeptUncertain: isUncertain,
  };
}

/** Redacted again before it leaves: patterns for secrets may have been added since it was stored. */
const recordedIn = ({ harness }: SessionRecord, message: MessageRecord): Recorded => ({
  ...message,
  content: redact(message.content),
  harness,
});

/**
 * What is in a session's context, by the ledger: everything after its last compaction, and what the client kept;
 * without a compaction, the conversation of the session that it continues comes first.
 */
export async function contextOf(
  tables: Tables,
  session: SessionRecord,
  until?: string,
  depth = LONGEST_CHAIN,
): Promise<Context> {
  const newest = { until, fromEnd: true };
  const [boundary] = await tables.messages.list(session.id, { kinds: ["boundary"], limit: 1, ...newest });
  const own = await tables.messages.list(session.id, { after: boundary?.seq, limit: MOST_MESSAGES, ...newest });
  const recorded = own.map((one) => recordedIn(session, one));
  if (boundary) return contextAfterCompaction(tables, session, boundary, recorded);
  const before = await contextBefore(tables, session, depth);
  return { ...before, messages: [...before.messages, ...recorded] };
}
