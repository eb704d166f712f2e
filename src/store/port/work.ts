/** The work state of one session: derived, and replaced as a whole when the session grows. */
export interface WorkSessionRecord {
  readonly sessionId: string;
  readonly project: string;
  /** The first session of its thread; none if it only asked a question. */
  readonly thread: string | null;
  /** The last message read, and the edition of the reader. */
  readonly upTo: number;
  readonly edition: number;
  readonly lastAt: string;
  /** The result, as JSON. */
  readonly reading: string;
}

/** A rule or decision stated in a session: derived as well. */
export interface StatementRecord {
  readonly id: string;
  readonly sessionId: string;
  readonly kind: "rule" | "decision";
  readonly seq: number;
  readonly by: "user" | "agent";
  readonly text: string;
  /** The sentence that states it. */
  readonly core: string;
  readonly at: string;
}

export const WORK_NOTE_KINDS = ["rule", "next_step", "finish", "drop", "reopen", "withdraw", "supersede"] as const;
export type WorkNoteKind = (typeof WORK_NOTE_KINDS)[number];

/** What the agent or the user recorded about a project: append-only, never derived. */
export interface WorkNoteRecord {
  readonly id: string;
  readonly project: string;
  readonly kind: WorkNoteKind;
  /** The text of a rule or next step, or the reason of a withdrawal. */
  readonly text: string;
  /** The thread, rule, decision or statement that it is about. */
  readonly target: string | null;
  readonly sessionId: string | null;
  readonly by: "user" | "agent";
  readonly at: string;
}

/** The work of projects: derived session states and statements, and recorded notes. */
export interface WorkRows {
  session(sessionId: string): Promise<WorkSessionRecord | undefined>;
  /** Newest first. */
  sessions(project: string, limit: number): Promise<WorkSessionRecord[]>;
  /** Replaces the former state of the session. */
  putSession(session: WorkSessionRecord, statements: readonly StatementRecord[]): Promise<void>;
  /** Newest first. */
  statements(project: string, limit: number): Promise<StatementRecord[]>;
  /** Of one project or of all; oldest first. */
  notes(project: string | undefined): Promise<WorkNoteRecord[]>;
  addNote(note: WorkNoteRecord): Promise<void>;
  /** Deletes what is derived, of one project or of all; it is rebuilt from the ledger. */
  clear(project: string | undefined): Promise<void>;
  /** Coding sessions that this edition of the reader has not fully read, newest first. */
  unread(edition: number, project: string | undefined, limit: number): Promise<string[]>;
}
