import { isoTime, refused } from "../core/index.ts";
import type { Services } from "../services.ts";
import { newIncident, type SessionRecord } from "../store/index.ts";

export interface Purged {
  readonly sessionId: string;
  readonly key: string;
  readonly messages: number;
  readonly checkpoints: number;
  readonly memories: number;
}

const neverPurged = ({ key }: SessionRecord) =>
  refused(
    `session ${key} is the primary session of its agent: it is never deleted`,
    "It is the agent's whole life. Single memories can be forgotten by `throughline forget`.",
  );

/** What purging a session would remove. Refused for a primary one. */
export async function purgeable({ store }: Services, session: SessionRecord): Promise<Purged> {
  if (session.type === "primary") throw neverPurged(session);
  const memories = await store.memories.history({ sessionId: session.id });
  return {
    sessionId: session.id,
    key: session.key,
    // Of a session that discards, what lies behind its horizon is gone already.
    messages: session.type === "coding" ? session.totalMessages : session.messageCount,
    checkpoints: (await store.checkpoints.list({ sessionId: session.id })).length,
    memories: memories.length,
  };
}

/**
 * Removes a session with all its words, for good; that it happened stays on record, and by its key no import brings it
 * back.
 */
export async function purge(services: Services, session: SessionRecord): Promise<Purged> {
  const removed = await purgeable(services, session);
  await services.store.transaction(async (tables) => {
    const current = await tables.sessions.get(session.id);
    if (!current) return;
    if (current.type === "primary") throw neverPurged(current);
    for (const { id } of await tables.memories.history({ sessionId: session.id })) await tables.memories.remove(id);
    await tables.messages.discard(session.id, current.totalMessages);
    await tables.sessions.remove(session.id);
    const now = services.clock.now();
    await tables.capture.notePurged(session.harness, session.key, isoTime(now));
    const { messages, checkpoints, memories } = removed;
    const counts = `messages: ${messages}, checkpoints: ${checkpoints}, memories: ${memories}`;
    const detail = `purged session ${session.id} of ${session.harness} (${counts})`;
    await tables.accounts.addIncident(newIncident(now, "purged", detail));
  });
  services.events.emit({ type: "session.purged", sessionId: session.id });
  return removed;
}
