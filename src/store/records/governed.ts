/** Whether the code was healthy when a session under a task began, as its smoke command told. */
export const SMOKE_STATUSES = ["none", "running", "passed", "failed", "overridden"] as const;
export type SmokeStatus = (typeof SMOKE_STATUSES)[number];

export const OUTCOMES = ["success", "partial", "failed"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** A session under a task. */
export interface GovernedRecord {
  readonly sessionId: string;
  readonly project: string;
  /** The folder that is worked in. */
  readonly root: string;
  readonly task: string;
  readonly goal: string;
  readonly begunAt: string;
  /** The checkpoint that it went on from. */
  readonly resumedFrom: string | null;
  /** The gate that it was sent back to. */
  readonly fromGate: string | null;
  /** How the work tree was when it began, as JSON. */
  readonly base: string | null;
  /** 1 while it was begun by command and no client has taken it up. */
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
  /** How many messages there were when it was closed. */
  readonly closedSeq: number | null;
  /** How far its shutdown ritual is, as JSON; null where none is under way. */
  readonly closing: string | null;
}
