import { isoTime, newId } from "../core/index.ts";
import type { Services } from "../services.ts";
import { BY_HAND } from "../sessions/index.ts";
import type { CheckpointRecord, SessionRecord } from "../store/index.ts";

/** No client starts these again and they are not distilled, so only a child can give them a new context. */
export const needsChildSession = ({ runtime, type }: SessionRecord): boolean =>
  runtime === BY_HAND || type === "ephemeral";

const ORDINAL = /:(\d+)$/;

/** `build`, `build:2`, `build:3` and so on. */
export const nextKey = (key: string): string =>
  ORDINAL.test(key) ? key.replace(ORDINAL, (_, last: string) => `:${Number(last) + 1}`) : `${key}:2`;

const startText = ({ key }: SessionRecord, { id, digest }: CheckpointRecord): string =>
  `This session continues session ${key}, whose context was full (checkpoint ${id}).\n\n${digest}`;

/**
 * Creates the session that continues a full one: under the same task, with the checkpoint's summary as its first
 * message.
 */
export async function continueInChild(
  { store, clock }: Services,
  parent: SessionRecord,
  checkpoint: CheckpointRecord,
): Promise<SessionRecord> {
  const at = isoTime(clock.now());
  const { harness, agent, type, project, projectNormalized, task, gate, runtime, model } = parent;
  return store.transaction(async (tables) => {
    const made = await tables.sessions.insert({
      ...{ id: newId(), key: nextKey(parent.key), harness, agent, type, state: "active", startedAt: at },
      ...{ lastActivityAt: at, project, projectNormalized, task, gate, runtime, model },
      ...{ parentId: parent.id, lineage: "previous_key" },
    });
    const first = { sourceId: `goes-on:${checkpoint.id}`, role: "system", kind: "other", createdAt: at } as const;
    if (made.created) {
      await tables.messages.append(made.session.id, [{ ...first, content: startText(parent, checkpoint) }]);
      tables.emit({ type: "session.start", sessionId: made.session.id });
    }
    return made.session;
  });
}
