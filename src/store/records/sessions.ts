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

export interface TransitionRecord {
  readonly id: string;
  readonly sessionId: string;
  readonly fromState: SessionState;
  readonly toState: SessionState;
  readonly reason: string | null;
  readonly createdAt: string;
}
