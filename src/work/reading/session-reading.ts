/** Words of the conversation and where they are. */
export interface Quote {
  readonly text: string;
  readonly seq: number;
  readonly at: string;
  readonly by: "user" | "agent";
}

export type StatementKind = "rule" | "decision";

/** A statement that may be valid beyond its session. */
export interface Statement extends Quote {
  readonly kind: StatementKind;
  /** The sentence that states it, where `text` has more of its message. */
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
  /** What the agent said about it. */
  readonly about: string;
  readonly seq: number;
  readonly at: string;
}

/** What was read of one session: requests, actions and outcome. */
export interface SessionReading {
  /** Whether something was changed, planned or tried: questions and answers alone are not work. */
  readonly isWork: boolean;
  /** Whether the last request was carried out and accepted. */
  readonly isFinished: boolean;
  /** The first request. */
  readonly goal: Quote | undefined;
  /** The last request that is clear without its context. */
  readonly request: Quote | undefined;
  readonly nextStep: Quote | undefined;
  readonly statements: readonly Statement[];
  readonly highlights: readonly Highlight[];
  readonly failures: readonly Failure[];
  /** What the user said by which a failure is over: "the policy check passes now". */
  readonly settled: readonly Quote[];
  /** The last words of both, where the work is finished: they name what is. */
  readonly closing: string;
  /** Commands that passed and have not failed since. */
  readonly passed: readonly string[];
  /** Edited files, newest first. */
  readonly files: readonly string[];
}
