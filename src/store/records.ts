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

export type MessageRole = "user" | "assistant" | "system" | "tool";

/** What a message is, beyond who said it. */
export const MESSAGE_KINDS = [
  "prompt",
  "text",
  "thinking",
  "tool_use",
  "tool_result",
  "summary",
  "boundary",
  "command",
  "attachment",
  "other",
] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** A message before it has its place in the ledger. */
export interface NewMessage {
  readonly sourceId: string;
  readonly role: MessageRole;
  readonly kind: MessageKind;
  readonly content: string;
  readonly createdAt: string;
  readonly channel?: string | null | undefined;
  readonly toolName?: string | null | undefined;
  readonly toolUseId?: string | null | undefined;
  readonly isError?: boolean | null | undefined;
  readonly turnId?: string | null | undefined;
}

export interface MessageRecord {
  readonly id: string;
  readonly sessionId: string;
  readonly seq: number;
  readonly role: MessageRole;
  readonly kind: MessageKind;
  readonly channel: string | null;
  readonly content: string;
  readonly toolName: string | null;
  readonly toolUseId: string | null;
  readonly isError: boolean | null;
  readonly turnId: string | null;
  readonly createdAt: string;
  readonly tokens: number;
  readonly sourceId: string;
  readonly hash: string;
}

export const CHECKPOINT_TRIGGERS = [
  "periodic",
  "pre_compaction",
  "agent",
  "explicit",
  "gate_transition",
  "decision",
  "file_edit",
  "error_recovery",
  "session_end",
  "interrupted",
  "delta_sync",
  "context_refresh",
] as const;
export type CheckpointTrigger = (typeof CHECKPOINT_TRIGGERS)[number];

export interface CheckpointRecord {
  readonly id: string;
  readonly sessionId: string;
  readonly sessionKey: string;
  readonly harness: string;
  readonly project: string | null;
  readonly projectNormalized: string | null;
  readonly trigger: CheckpointTrigger;
  readonly digest: string;
  readonly promptCount: number;
  readonly memoryQueries: readonly string[];
  readonly recentRemembers: readonly string[];
  /** The last message of the ledger that this checkpoint covers. */
  readonly messageSeq: number;
  readonly createdAt: string;
  readonly hash: string;
  readonly previousHash: string | null;
}

export type NewCheckpoint = Omit<CheckpointRecord, "hash" | "previousHash">;

export interface TombstoneRecord {
  readonly id: string;
  readonly sessionId: string;
  readonly hash: string;
  readonly previousHash: string | null;
  readonly createdAt: string;
  readonly prunedAt: string;
}

/** What gathered in a session since its last checkpoint. */
export interface AccumulatorRecord {
  readonly sessionId: string;
  readonly promptsSince: number;
  readonly queries: readonly string[];
  readonly remembers: readonly string[];
  readonly memoriesAccessed: readonly string[];
  readonly lastCheckpointAt: string;
  readonly messageSeq: number;
}

export interface MemoryRecord {
  readonly id: string;
  readonly agent: string | null;
  readonly project: string | null;
  readonly content: string;
  readonly kind: string;
  readonly source: string;
  readonly sessionId: string | null;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly supersededBy: string | null;
}

export interface TranscriptCursor {
  readonly path: string;
  readonly sessionId: string;
  readonly byteOffset: number;
  readonly fileId: string | null;
  readonly brokenLines: number;
}

export interface InjectionRecord {
  readonly id: string;
  readonly sessionId: string;
  readonly event: string;
  readonly hookId: string | null;
  readonly reason: string;
  readonly text: string;
  readonly createdAt: string;
}

export interface IncidentRecord {
  readonly id: string;
  readonly sessionId: string | null;
  readonly kind: string;
  readonly detail: string;
  readonly createdAt: string;
}
