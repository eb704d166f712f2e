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
  /** 1 while the client's own transcript, behind its last compaction, holds a recovery that we gave. */
  readonly recoveryInContext: number;
  /** The last message that a distillation has taken out of the thread; what follows it is sent to the model. */
  readonly horizonSeq: number;
  /** The hash of that message: where the chain goes on when what lies before was discarded. */
  readonly horizonHash: string | null;
  /** The estimated size of the thread's messages, before it is calibrated. */
  readonly threadTokens: number;
  /** What the last context had beyond profile, thread and what is carried (recalled memories, headings), or lacked. */
  readonly recalledTokens: number;
  /** The receipt whose summary leads the thread. */
  readonly receiptId: string | null;
  readonly receiptHead: string | null;
  /** The receipt whose extractions the next turn is given whatever it asks; and whether they were given once. */
  readonly primedId: string | null;
  readonly primedServed: number;
  /** How many messages there were when a distillation was refused: it is not tried again before there are more. */
  readonly refusedSeq: number | null;
  /** How much of `cumulativeTokens` the last refresh of a governed session's context had seen. */
  readonly refreshedTokens: number;
  /** 1 while the context fills more of its model's window than it should. */
  readonly budgetReached: number;
}

/** A session went from one state to another. */
export interface TransitionRecord {
  readonly id: string;
  readonly sessionId: string;
  readonly fromState: SessionState;
  readonly toState: SessionState;
  readonly reason: string | null;
  readonly createdAt: string;
}
