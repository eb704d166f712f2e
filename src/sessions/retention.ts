import { isoTime } from "../core/index.ts";
import type { Services } from "../services.ts";
import type { SessionRecord } from "../store/index.ts";

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
