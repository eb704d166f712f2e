/** Words of the conversation and where they are. */
export interface Quote {
  readonly text: string;
  readonly seq: number;
  readonly at: string;
  readonly by: "user" | "agent";
}

export type StatementKind = "rule" | "decision";

/** Something said that may hold beyond its session. */
export interface Statement extends Quote {
  readonly kind: StatementKind;
  /** The sentence that says it, where `text` has more of its message. */
  readonly core: string;
}

/** A sentence that a colleague might hand over. */
export interface Highlight extends Quote {
  /** How likely a careful reader would mark it, 0 to 1. */
  readonly score: number;
  /** Its place among the sentences of the session. */
  readonly place: number;
}

export interface Failure {
  readonly command: string;
  readonly error: string;
  readonly seq: number;
  readonly at: string;
}

/** What was read of one session: who wants what, what was done, how it ended. */
export interface SessionReading {
  /** Whether something was changed, planned or tried: a session that only asks and is answered is no work. */
  readonly isWork: boolean;
  /** Whether the last request was carried out and accepted. */
  readonly isFinished: boolean;
  /** The first request. */
  readonly goal: Quote | undefined;
  /** The last request that asks for something on its own. */
  readonly request: Quote | undefined;
  readonly nextStep: Quote | undefined;
  readonly statements: readonly Statement[];
  readonly highlights: readonly Highlight[];
  readonly failures: readonly Failure[];
  /** Commands that passed and have not failed since. */
  readonly passed: readonly string[];
  /** Edited files, newest first. */
  readonly files: readonly string[];
}
