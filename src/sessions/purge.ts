import { incidents, newIncident } from "../audit/index.ts";
import { isoTime, refused } from "../core/index.ts";
import type { Services } from "../services.ts";
import { collectionOf, type SessionRecord, type Tables } from "../store/index.ts";

/** Its client may still have its file. */
interface PurgedSession {
  readonly harness: string;
  readonly key: string;
  readonly purgedAt: string;
}

const idOf = (harness: string, key: string): string => `${harness} ${key}`;

export const purgedSessions = collectionOf<PurgedSession>("purged-sessions", ({ harness, key, purgedAt: at }) => ({
  ...{ id: idOf(harness, key), at },
}));

export const wasPurged = async (tables: Pick<Tables, "documents">, harness: string, key: string): Promise<boolean> =>
  (await purgedSessions(tables).get(idOf(harness, key))) !== undefined;

const neverPurged = ({ key }: SessionRecord) =>
  refused(
    `session ${key} is the primary session of its agent: it is never deleted`,
    "It holds the agent's whole history. `throughline forget` removes single memories.",
  );

/** What purging a session would remove. Refused for a primary session. */
export async function purgeable({ store }: Services, session: SessionRecord) {
  if (session.type === "primary") throw neverPurged(session);
  const memories = await store.memories.list({ sessionId: session.id, withPast: true });
  return {
    sessionId: session.id,
    key: session.key,
    // Agents' sessions have already discarded what is before their horizon.
    messages: session.type === "coding" ? session.totalMessages : session.messageCount,
    checkpoints: (await store.checkpoints.list({ sessionId: session.id })).length,
    memories: memories.length,
  };
}

/** Deletes a session and all its text. An incident stays, and its key, so that no import brings it back. */
export async function purge(services: Services, session: SessionRecord) {
  const removed = await purgeable(services, session);
  await services.store.transaction(async (tables) => {
    const current = await tables.sessions.get(session.id);
    if (!current) return;
    if (current.type === "primary") throw neverPurged(current);
    for (const { id } of await tables.memories.list({ sessionId: session.id, withPast: true }))
      await tables.memories.remove(id);
    await tables.messages.discard(session.id, current.totalMessages);
    await tables.sessions.remove(session.id);
    const now = services.clock.now();
    await purgedSessions(tables).put({ harness: session.harness, key: session.key, purgedAt: isoTime(now) });
    const { messages, checkpoints, memories } = removed;
    const counts = `messages: ${messages}, checkpoints: ${checkpoints}, memories: ${memories}`;
    const detail = `purged session ${session.id} of ${session.harness} (${counts})`;
    await incidents(tables).add(newIncident(now, "purged", detail));
    tables.emit({ type: "session.purged", sessionId: session.id });
  });
  return removed;
}

const HOUR_MS = 3_600_000;

/** Deletes ephemeral sessions that ended or were silent long enough; returns them. */
export async function clearEphemeral({ store, clock, config, log }: Services): Promise<readonly SessionRecord[]> {
  const before = isoTime(clock.now() - config.retention.ephemeralHours * HOUR_MS);
  const silent = await store.sessions.list({ type: "ephemeral", before });
  const cleared: SessionRecord[] = [];
  for (const { id } of silent) {
    const session = await store.transaction(async (tables) => {
      const current = await tables.sessions.get(id);
      // It became active in the meantime.
      if (current?.type !== "ephemeral" || (current.endedAt ?? current.lastActivityAt) >= before) return undefined;
      await tables.messages.discard(id, current.totalMessages);
      await tables.sessions.remove(id);
      return current;
    });
    if (session) cleared.push(session);
  }
  if (cleared.length > 0) log.info({ sessions: cleared.length }, "ephemeral sessions were deleted");
  return cleared;
}
