import {
  type Activity,
  activityOf,
  type Said,
  type Spoken,
  standing,
  unique,
  waitingEntries,
} from "../conversation/index.ts";
import type {
  CheckpointRecord,
  CheckpointTrigger,
  KeptMemory,
  MemoryRecord,
  MessageKind,
  SessionRecord,
  Store,
} from "../store/index.ts";
import { type Likely, likelyNext } from "./rescue/index.ts";

const PAGE = 500;
const FIRST_KEPT = 5;
const NEWEST_KEPT = 60;
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
  /** What it worked with, where that was asked for. */
  readonly inUse?: Likely | undefined;
}

/** What was asked, decided and insisted on, up to a place in the ledger: from the whole of the session. */
type Statements = Omit<Activity, "files" | "commands"> & { readonly seq: number };

const NOTHING_SAID: Statements = {
  ...{ seq: 0, requests: [], decisions: [], constraints: [] },
  ...{ lastReply: undefined, movedOn: 0 },
};

/** The first ones and the newest: a session of years must fit into memory too. */
const bounded = (said: readonly Said[]): readonly Said[] =>
  said.length <= FIRST_KEPT + NEWEST_KEPT ? said : [...said.slice(0, FIRST_KEPT), ...said.slice(-NEWEST_KEPT)];

function joined(before: Omit<Statements, "seq">, after: Omit<Statements, "seq">): Omit<Statements, "seq"> {
  const requests = [...before.requests, ...after.requests];
  return {
    requests: bounded(requests),
    decisions: bounded(unique([...before.decisions, ...after.decisions])),
    constraints: bounded(standing(unique([...before.constraints, ...after.constraints]), requests)),
    lastReply: after.lastReply ?? before.lastReply,
    movedOn: Math.max(before.movedOn, after.movedOn),
  };
}

/** Reads on from where `from` ends. */
async function statementsAfter(
  store: Store,
  sessionId: string,
  from: Statements,
  until: string | undefined,
): Promise<Statements> {
  let told = from;
  for (;;) {
    const page = await store.messages.list(sessionId, {
      kinds: ["prompt", "text"],
      after: told.seq,
      until,
      limit: PAGE,
    });
    const last = page.at(-1);
    if (!last) return told;
    told = { ...joined(told, activityOf(page)), seq: last.seq };
    if (page.length < PAGE) return told;
  }
}

type Recorded = Pick<Remains, "activity" | "agentDigest" | "lastCheckpoint">;

/** The rest of what the store tells, and what only hooks have told so far. */
async function recorded(
  store: Store,
  session: SessionRecord,
  statements: Statements,
  notYet: readonly Spoken[],
  // By time, not by place: the transcript may have told only later what was said before a checkpoint.
  until: string | undefined,
): Promise<Recorded> {
  const newest = async (trigger?: CheckpointTrigger) =>
    (await store.checkpoints.list({ sessionId: session.id, trigger, until, limit: 1 }))[0];
  const kinds: readonly MessageKind[] = ["tool_use", "tool_result"];
  const [tools, lastCheckpoint, agentDigest] = await Promise.all([
    store.messages.list(session.id, { kinds, limit: TOOL_MESSAGES, until, fromEnd: true }),
    newest(),
    newest("agent"),
  ]);
  const lately = activityOf([...tools, ...notYet]);
  return { activity: { ...lately, ...joined(statements, lately) }, agentDigest, lastCheckpoint };
}

/** What was superseded later still held then; what was forgotten is never told again. */
const held = ({ createdAt, supersededAt, forgottenAt }: KeptMemory, { createdAt: then }: CheckpointRecord): boolean =>
  forgottenAt === null && createdAt <= then && (supersededAt === null || supersededAt > then);

/** Reads what is left of a session as it was at one of its checkpoints. */
export async function gatherAsOf(store: Store, session: SessionRecord, asOf: CheckpointRecord): Promise<Remains> {
  const memories = (await store.memories.history({ sessionId: session.id })).filter((memory) => held(memory, asOf));
  const statements = await statementsAfter(store, session.id, NOTHING_SAID, asOf.createdAt);
  return {
    session,
    ...(await recorded(store, session, statements, [], asOf.createdAt)),
    remembered: memories.slice(0, MEMORIES),
  };
}

interface Kept {
  readonly statements: Statements;
  readonly stamp: string;
  readonly recorded: Recorded | undefined;
  readonly inUse?: Likely | undefined;
}

/** Reads what is left of sessions, and keeps it ready: whoever starts should not wait for it to be read again. */
export class Gatherer {
  readonly #store: Store;
  readonly #kept = new Map<string, Kept>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** With what it worked with besides: that takes longer, and is for whoever goes on without its context. */
  async gatherAll(session: SessionRecord): Promise<Remains> {
    const remains = await this.gather(session);
    const kept = this.#kept.get(session.id);
    const inUse = kept?.inUse ?? (await likelyNext(this.#store, session));
    if (kept && !kept.inUse) this.#keep(session.id, { ...kept, inUse });
    return { ...remains, inUse };
  }

  async gather(session: SessionRecord): Promise<Remains> {
    const waiting = await waitingEntries(this.#store, session.id);
    const notYet = waiting.map((entry, index) => ({ ...entry, seq: session.totalMessages + index + 1 }));
    const remembered = await this.#store.memories.list({ sessionId: session.id, limit: MEMORIES });
    return { session, ...(await this.#recorded(session, notYet)), remembered };
  }

  async #recorded(session: SessionRecord, notYet: readonly Spoken[]): Promise<Recorded> {
    const stamp = `${session.totalMessages} ${session.checkpointHead}`;
    const kept = this.#kept.get(session.id);
    if (kept?.recorded && kept.stamp === stamp && notYet.length === 0) return kept.recorded;
    const statements = await statementsAfter(this.#store, session.id, kept?.statements ?? NOTHING_SAID, undefined);
    const told = await recorded(this.#store, session, statements, notYet, undefined);
    this.#keep(session.id, { statements, stamp, recorded: notYet.length === 0 ? told : undefined });
    return told;
  }

  #keep(sessionId: string, kept: Kept): void {
    this.#kept.delete(sessionId);
    this.#kept.set(sessionId, kept);
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size > KEPT_READY) this.#kept.delete(oldest);
  }
}

/** Without what was said or done later: nobody compacted that away. */
export function withoutLater(remains: Remains, at: string): Remains {
  const { requests, decisions, constraints, files, commands, ...rest } = remains.activity;
  const by = (one: { readonly at: string }) => one.at <= at;
  const said = { requests: requests.filter(by), decisions: decisions.filter(by), constraints: constraints.filter(by) };
  const done = { files: files.filter(by), commands: commands.filter(by) };
  return { ...remains, activity: { ...said, ...done, ...rest } };
}

/** Whether there is anything in it that a next session could go on from. */
export const hasSubstance = ({ activity, agentDigest, remembered }: Remains): boolean =>
  activity.requests.length > 0 || agentDigest !== undefined || remembered.length > 0 || activity.decisions.length > 0;
