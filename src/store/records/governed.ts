/** The result of the smoke command when a session with a task began. */
export const SMOKE_STATUSES = ["none", "running", "passed", "failed", "overridden"] as const;
export type SmokeStatus = (typeof SMOKE_STATUSES)[number];

export const OUTCOMES = ["success", "partial", "failed"] as const;
export type Outcome = (typeof OUTCOMES)[number];

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
  /** The work tree at its start, as JSON. */
  readonly base: string | null;
  /** 1 while it was started by command and no client has joined. */
  readonly isWaiting: number;
  /** What the rituals did, as JSON. */
  readonly steps: string;
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
  /** The progress of its shutdown ritual, as JSON; null if none is running. */
  readonly closing: string | null;
}
