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

/** What a safety probe measured at a checkpoint. */
export interface SafetyMetrics {
  readonly refusalRateWindow: number;
  readonly baselineRefusalRate: number;
  readonly delta: number;
  readonly action: string;
}

/** The state of a task, in a form that a program can resume from. */
export interface StructuredState {
  readonly gate: string | null;
  readonly step: number | null;
  readonly type: string;
  readonly summary: string;
  readonly state: {
    readonly filesChanged: readonly { readonly path: string; readonly action: string }[];
    readonly tests: { readonly passing: number; readonly failing: number; readonly pending: number };
    readonly decisions: readonly {
      readonly decision: string;
      readonly rationale: string;
      readonly alternatives: readonly string[];
    }[];
    readonly safetyMetrics?: SafetyMetrics | undefined;
  };
  readonly nextSteps: readonly string[];
  readonly canResume: boolean;
  readonly resumeInstructions: string;
}

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
  /** Null on those of sessions without a task. */
  readonly structured: StructuredState | null;
  readonly createdAt: string;
  readonly hash: string;
  readonly previousHash: string | null;
}

export type NewCheckpoint = Omit<CheckpointRecord, "hash" | "previousHash">;

/** All conditions must hold. */
export interface CheckpointFilter {
  readonly sessionId?: string | undefined;
  readonly sessionKey?: string | undefined;
  /** A path: checkpoints of sessions in any folder of the project that is there now. */
  readonly project?: string | undefined;
  /** The task of its session. */
  readonly task?: string | undefined;
  readonly trigger?: CheckpointTrigger | undefined;
  /** Only those up to this time. */
  readonly until?: string | undefined;
  readonly limit?: number | undefined;
}

/** A checkpoint with its number in the index. */
export interface NumberedCheckpoint {
  readonly pk: number;
  readonly agent: string | null;
  readonly project: string | null;
  readonly checkpoint: CheckpointRecord;
}

export interface CheckpointRows {
  /**
   * Links the checkpoint to its session's chain (`checkpointHash`), and moves the session's head and count, in one
   * step. Run it in a transaction.
   */
  append(checkpoint: NewCheckpoint): Promise<CheckpointRecord>;
  /** By id, else by its beginning or end of at least four characters; at most ten. */
  find(partOfId: string): Promise<CheckpointRecord[]>;
  /** Newest first; of the same time, the highest id. */
  list(filter: CheckpointFilter): Promise<CheckpointRecord[]>;
  /** By index number; unordered. */
  byNumber(pks: readonly number[]): Promise<NumberedCheckpoint[]>;
  /** With its passages; the session's head stays. */
  remove(id: string): Promise<void>;
}
