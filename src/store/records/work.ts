/** What was read of one session for the work of its project: derived, and replaced whole when the session has grown. */
export interface WorkSessionRecord {
  readonly sessionId: string;
  readonly project: string;
  /** The first session of the thread that this one belongs to; none where it only asked and was answered. */
  readonly thread: string | null;
  /** The last message that was read, and by which edition of the reader. */
  readonly upTo: number;
  readonly edition: number;
  readonly lastAt: string;
  /** The reading, as JSON. */
  readonly reading: string;
}

/** A rule or a decision that somebody said: derived as well. */
export interface StatementRecord {
  readonly id: string;
  readonly sessionId: string;
  readonly kind: "rule" | "decision";
  readonly seq: number;
  readonly by: "user" | "agent";
  readonly text: string;
  /** The sentence of it that says it. */
  readonly core: string;
  readonly at: string;
}

export const WORK_NOTE_KINDS = ["rule", "next_step", "finish", "drop", "reopen", "withdraw", "supersede"] as const;
export type WorkNoteKind = (typeof WORK_NOTE_KINDS)[number];

/** What the agent or the user put on record about the work of a project: append-only, never derived. */
export interface WorkNoteRecord {
  readonly id: string;
  readonly project: string;
  readonly kind: WorkNoteKind;
  /** The words of a rule or a next step; why something was withdrawn. */
  readonly text: string;
  /** The thread, rule, decision or statement that it is about. */
  readonly target: string | null;
  readonly sessionId: string | null;
  readonly by: "user" | "agent";
  readonly at: string;
}
