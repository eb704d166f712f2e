import { type Activity, activityOf, type Spoken, waitingEntries } from "../conversation/index.ts";
import type {
  CheckpointRecord,
  CheckpointTrigger,
  MemoryRecord,
  MessageKind,
  SessionRecord,
  Store,
} from "../store/index.ts";

const PROMPTS = 60;
const REPLIES = 60;
const TOOL_MESSAGES = 100;
const MEMORIES = 12;
const KEPT_READY = 16;

/** Everything of a session that its recovery is composed from. */
export interface Remains {
  readonly session: SessionRecord;
  readonly activity: Activity;
  readonly agentDigest: CheckpointRecord | undefined;
  readonly lastCheckpoint: CheckpointRecord | undefined;
  readonly remembered: readonly MemoryRecord[];
}

/** What the ledger and the checkpoints tell of a session; what only hooks told and what was remembered is not in it. */
type Recorded = Pick<Remains, "activity" | "agentDigest" | "lastCheckpoint">;

async function recorded(
  store: Store,
  session: SessionRecord,
  notYet: readonly Spoken[],
  // By time, not by place: the transcript may have told only later what was said before a checkpoint.
  until: string | undefined,
): Promise<Recorded> {
  const tail = (kinds: readonly MessageKind[], limit: number) =>
    store.messages.list(session.id, { kinds, limit, until, fromEnd: true });
  const newest = async (trigger?: CheckpointTrigger) =>
    (await store.checkpoints.list({ sessionId: session.id, trigger, until, limit: 1 }))[0];
  const [prompts, replies, tools, lastCheckpoint, agentDigest] = await Promise.all([
    tail(["prompt"], PROMPTS),
    tail(["text"], REPLIES),
    tail(["tool_use", "tool_result"], TOOL_MESSAGES),
    newest(),
    newest("agent"),
  ]);
  const inLedger = [...prompts, ...replies, ...tools].sort((a, b) => a.seq - b.seq);
  return { activity: activityOf([...inLedger, ...notYet]), agentDigest, lastCheckpoint };
}

/** Reads what is left of a session as it was at one of its checkpoints. */
export async function gatherAsOf(store: Store, session: SessionRecord, asOf: CheckpointRecord): Promise<Remains> {
  const memories = await store.memories.list({ sessionId: session.id, limit: MEMORIES });
  return {
    session,
    ...(await recorded(store, session, [], asOf.createdAt)),
    remembered: memories.filter((memory) => memory.createdAt <= asOf.createdAt),
  };
}

/** Reads what is left of sessions, and keeps it ready: whoever starts should not wait for it to be read again. */
export class Gatherer {
  readonly #store: Store;
  readonly #kept = new Map<string, { readonly stamp: string; readonly recorded: Recorded }>();

  constructor(store: Store) {
    this.#store = store;
  }

  async gather(session: SessionRecord): Promise<Remains> {
    const waiting = await waitingEntries(this.#store, session.id);
    const notYet = waiting.map((entry, index) => ({ ...entry, seq: session.totalMessages + index + 1 }));
    const remembered = await this.#store.memories.list({ sessionId: session.id, limit: MEMORIES });
    const told =
      notYet.length > 0 ? await recorded(this.#store, session, notYet, undefined) : await this.#ready(session);
    return { session, ...told, remembered };
  }

  async #ready(session: SessionRecord): Promise<Recorded> {
    const stamp = `${session.totalMessages} ${session.checkpointHead}`;
    const kept = this.#kept.get(session.id);
    if (kept?.stamp === stamp) return kept.recorded;
    const fresh = await recorded(this.#store, session, [], undefined);
    this.#kept.delete(session.id);
    this.#kept.set(session.id, { stamp, recorded: fresh });
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size > KEPT_READY) this.#kept.delete(oldest);
    return fresh;
  }
}

/** Whether there is anything in it that a next session could go on from. */
export const hasSubstance = ({ activity, agentDigest, remembered }: Remains): boolean =>
  activity.requests.length > 0 || agentDigest !== undefined || remembered.length > 0 || activity.decisions.length > 0;
