import { type Activity, activityOf, waitingEntries } from "../conversation/index.ts";
import type { CheckpointRecord, MemoryRecord, SessionRecord, Store } from "../store/index.ts";

const PROMPTS = 60;
const REPLIES = 60;
const TOOL_MESSAGES = 120;
const MEMORIES = 12;

/** Everything of a session that its recovery is composed from. */
export interface Remains {
  readonly session: SessionRecord;
  readonly activity: Activity;
  readonly agentDigest: CheckpointRecord | undefined;
  readonly lastCheckpoint: CheckpointRecord | undefined;
  readonly remembered: readonly MemoryRecord[];
}

/** Reads what is left of a session, or of it as it was at one of its checkpoints. */
export async function gather(store: Store, session: SessionRecord, asOf?: CheckpointRecord): Promise<Remains> {
  // By time, not by place: the transcript may have told only later what was said before the checkpoint.
  const until = asOf?.createdAt;
  const tail = (kinds: Parameters<Store["messages"]["list"]>[1] & object) =>
    store.messages.list(session.id, { ...kinds, until, fromEnd: true });
  const [prompts, replies, tools, checkpoints, memories, waiting] = await Promise.all([
    tail({ kinds: ["prompt"], limit: PROMPTS }),
    tail({ kinds: ["text"], limit: REPLIES }),
    tail({ kinds: ["tool_use", "tool_result"], limit: TOOL_MESSAGES }),
    store.checkpoints.list({ sessionId: session.id }),
    store.memories.list({ sessionId: session.id, limit: MEMORIES }),
    asOf ? [] : waitingEntries(store, session.id),
  ]);
  const inLedger = [...prompts, ...replies, ...tools].sort((a, b) => a.seq - b.seq);
  const notYet = waiting.map((entry, index) => ({ ...entry, seq: session.totalMessages + index + 1 }));
  const reached = asOf ? checkpoints.filter((one) => one.createdAt <= asOf.createdAt) : checkpoints;
  return {
    session,
    activity: activityOf([...inLedger, ...notYet]),
    agentDigest: reached.find((one) => one.trigger === "agent"),
    lastCheckpoint: reached[0],
    remembered: asOf ? memories.filter((memory) => memory.createdAt <= asOf.createdAt) : memories,
  };
}

/** Whether there is anything in it that a next session could go on from. */
export const hasSubstance = ({ activity, agentDigest, remembered }: Remains): boolean =>
  activity.requests.length > 0 || agentDigest !== undefined || remembered.length > 0 || activity.decisions.length > 0;
