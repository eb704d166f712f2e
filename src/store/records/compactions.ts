/** A client put a summary in the place of a session's context. */
export interface CompactionRecord {
  readonly id: string;
  readonly sessionId: string;
  readonly trigger: string;
  /** The place of the last message before it. */
  readonly upTo: number;
  readonly announcedAt: string;
  /** Null until it is known to have happened. */
  readonly happenedAt: string | null;
  readonly summary: string | null;
  /** Things by what became of them, as JSON. */
  readonly things: string | null;
  readonly given: string | null;
  readonly givenAt: string | null;
  /** What the agent needed afterwards, as JSON. */
  readonly needed: string | null;
  /** How much of what it needed and no longer had it was told, 0 to 1. */
  readonly score: number | null;
}
export type NewCompaction = Pick<CompactionRecord, "id" | "sessionId" | "trigger" | "upTo" | "announcedAt">;
