import type { Outcome } from "../../sessions/index.ts";
import { collectionOf, type SessionRecord, type Store, type Tables } from "../../store/index.ts";
import type { TreeBase } from "./rituals/git.ts";
import type { RitualStep } from "./rituals/kept-work.ts";
import type { ShutdownProgress } from "./rituals/shutdown-steps.ts";

/** The result of the smoke command when a session with a task began. */
export const SMOKE_STATUSES = ["none", "running", "passed", "failed", "overridden"] as const;
export type SmokeStatus = (typeof SMOKE_STATUSES)[number];

/** A session with a task. */
export interface GovernedRecord {
  readonly sessionId: string;
  readonly project: string;
  /** The working folder. */
  readonly root: string;
  readonly task: string;
  readonly goal: string;
  readonly begunAt: string;
  /** The checkpoint that it resumed from. */
  readonly resumedFrom: string | null;
  /** The gate that it was sent back to. */
  readonly fromGate: string | null;
  /** The work tree at its start. */
  readonly base: TreeBase | null;
  /** It was started by command, and no client has joined. */
  readonly isWaiting: boolean;
  readonly steps: readonly RitualStep[];
  readonly smoke: SmokeStatus;
  readonly smokeCommand: string | null;
  readonly smokeOutput: string | null;
  readonly smokeAt: string | null;
  readonly overrideReason: string | null;
  readonly outcome: Outcome | null;
  readonly nextHint: string | null;
  readonly closedAt: string | null;
  /** The message count when it was closed. */
  readonly closedSeq: number | null;
  /** The progress of its shutdown ritual; null if none is running. */
  readonly closing: ShutdownProgress | null;
}

/** A session that begins: nothing is known yet of its smoke command, nor of its end. */
export const newGoverned = (
  fields: Pick<GovernedRecord, "sessionId" | "project" | "root" | "task" | "goal" | "begunAt"> &
    Partial<GovernedRecord>,
): GovernedRecord => ({
  ...{ resumedFrom: null, fromGate: null, base: null, isWaiting: false, steps: [], smoke: "none", smokeCommand: null },
  ...{ smokeOutput: null, smokeAt: null, overrideReason: null, outcome: null, nextHint: null },
  ...{ closedAt: null, closedSeq: null, closing: null, ...fields },
});

export type GovernedChange = Partial<Omit<GovernedRecord, "sessionId" | "project" | "task">>;

const WAITING = "waiting";
const UNFINISHED = "unfinished";
const WAITING_UNFINISHED = "waiting, unfinished";

function stateOf({ isWaiting, smoke, closing }: GovernedRecord): string | null {
  if (smoke === "running" || closing !== null) return isWaiting ? WAITING_UNFINISHED : UNFINISHED;
  return isWaiting ? WAITING : null;
}

export const governedSessions = collectionOf<GovernedRecord>("governed-sessions", (record) => ({
  ...{ id: record.sessionId, sessionId: record.sessionId, project: record.project, at: record.begunAt },
  state: stateOf(record),
}));

export async function changeGoverned(tables: Tables, sessionId: string, change: GovernedChange): Promise<void> {
  await governedSessions(tables).update(sessionId, (record) => ({ ...record, ...change }));
}

/** The newest session of a folder that was started by command and that no client has joined. */
export async function waitingSession(tables: Tables, project: string, root: string) {
  const waiting = { projects: [project], states: [WAITING, WAITING_UNFINISHED], fields: { root } };
  return (await governedSessions(tables).list(waiting, { newestFirst: true, limit: 1 }))[0];
}

/** Only one client can join. */
export async function takeUp(tables: Tables, sessionId: string): Promise<boolean> {
  const join = (record: GovernedRecord) => (record.isWaiting ? { ...record, isWaiting: false } : undefined);
  return (await governedSessions(tables).update(sessionId, join)) !== undefined;
}

/** Those with a running or interrupted smoke command or shutdown ritual. */
export const unfinishedSessions = (tables: Tables): Promise<GovernedRecord[]> =>
  governedSessions(tables).list({ states: [UNFINISHED, WAITING_UNFINISHED] });

export const isEmpty = ({ totalMessages, promptCount, checkpointCount }: SessionRecord): boolean =>
  totalMessages + promptCount + checkpointCount === 0;

/**
 * The ids of sessions with a task that ended before that time without a shutdown ritual, oldest first. Of those
 * without a record here, empty ones are left out.
 */
export async function unclosedSessions(store: Store, before: string): Promise<string[]> {
  const records = new Map((await governedSessions(store).list()).map((record) => [record.sessionId, record]));
  const isUnclosed = (session: SessionRecord): boolean => {
    const { id, state, endedAt, endReason, project, lineage } = session;
    if (endedAt === null || endedAt >= before || !(state === "complete" || endReason === "interrupted")) return false;
    const record = records.get(id);
    if (record) return record.closedAt === null || record.closedAt < endedAt;
    return project !== null && lineage !== "subagent" && !isEmpty(session);
  };
  const withTask = await store.sessions.list({ hasTask: true });
  return withTask
    .filter(isUnclosed)
    .map(({ id }) => id)
    .reverse();
}
