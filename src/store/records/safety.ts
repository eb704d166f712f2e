/** In a sandbox, a session may only use tools that read. */
export interface SandboxRecord {
  readonly id: string;
  readonly sessionId: string;
  readonly cause: string;
  readonly reason: string;
  readonly enteredAt: string;
  readonly liftedAt: string | null;
  readonly liftedReason: string | null;
  /** The last message when it was lifted: earlier ones no longer count. */
  readonly liftedSeq: number | null;
}
export type NewSandbox = Omit<SandboxRecord, "liftedAt" | "liftedReason" | "liftedSeq">;

/** What a safety probe measured at a checkpoint. */
export interface SafetyMetrics {
  readonly refusalRateWindow: number;
  readonly baselineRefusalRate: number;
  readonly delta: number;
  readonly action: string;
}

export interface SampleRecord extends SafetyMetrics {
  readonly id: string;
  readonly sessionId: string;
  readonly occasion: string;
  readonly sampledAt: string;
  readonly severity: string;
  /** As JSON. */
  readonly findings: string;
  /** Always the rules: samples of earlier versions may be a classifier's. */
  readonly judgedBy: string;
}

export const FIXER_OUTCOMES = ["fix", "escalate"] as const;
export type FixerOutcome = (typeof FIXER_OUTCOMES)[number];

/** A step that failed too often and was handed to a fixer. */
export interface FixerRecord {
  readonly id: string;
  readonly sessionId: string;
  readonly step: string;
  readonly kind: string;
  readonly failures: number;
  readonly brief: string;
  readonly openedAt: string;
  readonly deadlineAt: string;
  readonly closedAt: string | null;
  readonly outcome: FixerOutcome | null;
  readonly note: string | null;
}
export type NewFixer = Omit<FixerRecord, "closedAt" | "outcome" | "note">;
