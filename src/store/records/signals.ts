/** How something reached an agent: a recall, a reminder with a prompt, its next context, or its start. */
export const SERVED_WAYS = ["recall", "prompt", "context", "recovery"] as const;
export type ServedWay = (typeof SERVED_WAYS)[number];

/** Something served to a session, and whether the agent used it. */
export interface ServedRecord {
  readonly pk: number;
  /** A memory, message or checkpoint. */
  readonly itemId: string;
  readonly itemKind: string;
  readonly sessionId: string;
  readonly servedAt: string;
  readonly way: ServedWay;
  /** Its rank among what was served with it, from 1. */
  readonly rank: number;
  readonly score: number | null;
  /** Its features, as JSON. */
  readonly features: string;
  /** What would show that it was used, as JSON. */
  readonly marks: string;
  readonly usedAt: string | null;
}
export type NewServed = Omit<ServedRecord, "pk">;

/** Whether a session in a project with a history got a recovery text when it began. */
export const START_KINDS = ["recovered", "cold"] as const;
export type StartKind = (typeof START_KINDS)[number];

export interface SessionSignals {
  readonly sessionId: string;
  readonly start: StartKind | null;
  /** How many names came up that nothing served had mentioned. */
  readonly novel: number;
  readonly named: string;
  /** The last message that was examined. */
  readonly lookedSeq: number;
  readonly updatedAt: string;
}

export interface WayTotals {
  readonly way: ServedWay;
  readonly served: number;
  readonly used: number;
}

export interface SignalTotals {
  readonly served: number;
  readonly used: number;
  readonly ways: readonly WayTotals[];
  readonly recovered: { readonly sessions: number; readonly novel: number };
  readonly cold: { readonly sessions: number; readonly novel: number };
}
