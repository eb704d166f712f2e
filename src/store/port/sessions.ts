export const SESSION_STATES = ["init", "active", "complete", "suspended", "terminated"] as const;
export type SessionState = (typeof SESSION_STATES)[number];

export const SESSION_TYPES = ["coding", "primary", "background", "ephemeral"] as const;
export type SessionType = (typeof SESSION_TYPES)[number];

export interface SessionRecord {
  readonly id: string;
  readonly key: string;
  readonly harness: string;
  readonly agent: string | null;
  readonly project: string | null;
  readonly projectNormalized: string | null;
  readonly task: string | null;
  readonly type: SessionType;
  readonly state: SessionState;
  readonly startedAt: string;
  readonly lastActivityAt: string;
  readonly endedAt: string | null;
  readonly endReason: string | null;
  readonly gate: string | null;
  readonly checkpointCount: number;
  readonly checkpointHead: string | null;
  readonly messageCount: number;
  readonly totalMessages: number;
  readonly messageHead: string | null;
  readonly promptCount: number;
  readonly contextTokens: number;
  readonly lastInputTokens: number;
  readonly cumulativeTokens: number;
  readonly lastDistilledAt: string | null;
  readonly parentId: string | null;
  readonly lineage: string | null;
  readonly model: string | null;
  readonly runtime: string | null;
  readonly clientPid: number | null;
  readonly clientStartTime: string | null;
  readonly transcriptPath: string | null;
  readonly recoveryOwed: string | null;
  /** 1 while the client's transcript holds a recovery text after its last compaction. */
  readonly recoveryInContext: number;
  /** The last message that a distillation took out of the thread; later ones are sent to the model. */
  readonly horizonSeq: number;
  /** The hash of that message: the chain continues from it if earlier ones were discarded. */
  readonly horizonHash: string | null;
  /** The estimated size of the thread's messages, uncalibrated. */
  readonly threadTokens: number;
  /** Tokens of the last context beyond profile, thread and carried texts (recalled memories, headings). */
  readonly recalledTokens: number;
  /** The receipt whose summary leads the thread. */
  readonly receiptId: string | null;
  readonly receiptHead: string | null;
  /** The receipt whose extractions the next turn gets whatever it asks; and whether it got them. */
  readonly primedId: string | null;
  readonly primedServed: number;
  /** The message count when a distillation was refused: it is retried only after more. */
  readonly refusedSeq: number | null;
  /** `cumulativeTokens` at the last refresh of a governed session's context. */
  readonly refreshedTokens: number;
  /** 1 while the context is over its soft cap. */
  readonly budgetReached: number;
}

/** `id`, `harness` and `key` never change; counts of messages and checkpoints follow from those. */
export type SessionChange = Partial<Omit<SessionRecord, "id" | "harness" | "key">>;

/** What it leaves out is null, 0. */
export type NewSession = Pick<
  SessionRecord,
  "id" | "key" | "harness" | "type" | "state" | "startedAt" | "lastActivityAt"
> &
  SessionChange;

/** All conditions must hold. */
export interface SessionFilter {
  /** A path: sessions in any folder of the project that is there now. */
  readonly project?: string | undefined;
  readonly harness?: string | undefined;
  readonly agent?: string | undefined;
  readonly task?: string | undefined;
  readonly hasTask?: boolean | undefined;
  readonly type?: SessionType | undefined;
  readonly states?: readonly SessionState[] | undefined;
  readonly parentIds?: readonly string[] | undefined;
  readonly clientPid?: number | undefined;
  /** Only those that were last active before this time. */
  readonly before?: string | undefined;
  /** Only those with a checkpoint before this time. */
  readonly checkpointBefore?: string | undefined;
  readonly limit?: number | undefined;
}

export interface SessionRows {
  /**
   * Adds a session, unless there is one with its harness, key and agent, or it would be its agent's second primary
   * session: then that one comes back, unchanged.
   */
  insert(session: NewSession): Promise<{ session: SessionRecord; created: boolean }>;
  get(id: string): Promise<SessionRecord | undefined>;
  /** A key names one session of an agent, or one of a harness that has no agents. */
  byKey(harness: string, key: string, agent?: string | null): Promise<SessionRecord | undefined>;
  /**
   * By id, else by key of any harness, else by the beginning or end of an id or the beginning of a key, of at least
   * four characters. At most ten of those; subagents last.
   */
  find(idOrKey: string): Promise<SessionRecord[]>;
  /** The last active first; at the same time, the highest id. */
  list(filter?: SessionFilter): Promise<SessionRecord[]>;
  /**
   * Changes the named fields. With `from`, only while the session is in this state: of many at once, one wins. False if
   * nothing was changed.
   */
  change(id: string, change: SessionChange, from?: SessionState): Promise<boolean>;
  /**
   * Removes a session whose messages were discarded, with its checkpoints and every document that names it. Its
   * children stay, without a parent. Refused for a primary session.
   */
  remove(id: string): Promise<void>;
}
