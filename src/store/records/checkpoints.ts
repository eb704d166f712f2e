import type { SafetyMetrics } from "./safety.ts";

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

export interface TombstoneRecord {
  readonly id: string;
  readonly sessionId: string;
  readonly hash: string;
  readonly previousHash: string | null;
  readonly createdAt: string;
  readonly prunedAt: string;
}

/** What happened in a session since its last checkpoint. */
export interface AccumulatorRecord {
  readonly sessionId: string;
  readonly promptsSince: number;
  readonly queries: readonly string[];
  readonly remembers: readonly string[];
  readonly memoriesAccessed: readonly string[];
  readonly lastCheckpointAt: string;
  readonly messageSeq: number;
}
