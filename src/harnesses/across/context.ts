import { redact } from "../../core/index.ts";
import type { InjectionRecord, SessionRecord, Tables } from "../../store/index.ts";
import type { Recorded } from "./contract.ts";

/** The event under which it is noted that a session began with another's conversation in its context. */
export const HANDOVER = "handover";

/** Beyond this many the room in the next client's context is long used up. */
const MOST_MESSAGES = 20_000;
const LONGEST_CHAIN = 20;

export interface Context {
  readonly messages: readonly Recorded[];
  /** How many messages a summary stands for. */
  readonly compacted: number;
}

async function handoverTo(tables: Tables, { id }: SessionRecord): Promise<InjectionRecord | undefined> {
  return (await tables.accounts.injections(id)).find(({ event }) => event === HANDOVER);
}

/** What the session went on from, as it was then: whatever happened there afterwards is not in this context. */
async function contextBefore(tables: Tables, session: SessionRecord, depth: number): Promise<Context> {
  const handover = session.parentId === null || depth === 0 ? undefined : await handoverTo(tables, session);
  const origin = handover && session.parentId !== null ? await tables.sessions.get(session.parentId) : undefined;
  return origin ? contextOf(tables, origin, handover?.createdAt, depth - 1) : { messages: [], compacted: 0 };
}

/**
 * What is in a session's context, by the ledger: all behind its last compaction; without one, what it was handed over from
 * another client comes first, which the ledger has as that session's.
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
  const before = boundary ? { messages: [], compacted: boundary.seq - 1 } : await contextBefore(tables, session, depth);
  // Redacted when it came in; once more, since it leaves, and what counts as a secret may have grown.
  const recorded = own.map((one): Recorded => ({ ...one, content: redact(one.content), harness: session.harness }));
  return { messages: [...before.messages, ...recorded], compacted: before.compacted };
}
