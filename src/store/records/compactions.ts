/** A client replaced a session's context by a summary. */
export interface CompactionRecord {
  readonly id: string;
  readonly sessionId: string;
  readonly trigger: string;
  /** The last message before it. */
  readonly upTo: number;
  readonly announcedAt: string;
  /** Null until it is known to have happened. */
  readonly happenedAt: string | null;
  readonly summary: string | null;
  /** Entities by outcome (kept, dropped, shown again), as JSON. */
  readonly things: string | null;
  readonly given: string | null;
  readonly givenAt: string | null;
  /** What the agent needed afterwards, as JSON. */
  readonly needed: string | null;
  /** The share of what it needed and no longer had that was shown again, 0 to 1. */
  readonly score: number | null;
}
export type NewCompaction = Pick<CompactionRecord, "id" | "sessionId" | "trigger" | "upTo" | "announcedAt">;
