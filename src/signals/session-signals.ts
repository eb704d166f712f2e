import { collectionOf, type Tables } from "../store/index.ts";

/** Whether a session in a project with a history got a recovery text when it began. */
export const START_KINDS = ["recovered", "cold"] as const;
export type StartKind = (typeof START_KINDS)[number];

export interface SessionSignals {
  readonly sessionId: string;
  readonly start: StartKind | null;
  /** How many names came up that nothing served had mentioned. */
  readonly novel: number;
  /** Hashes of the names that came up or were served, as JSON. */
  readonly named: string;
  /** The last message that was examined. */
  readonly lookedSeq: number;
  readonly updatedAt: string;
}

export const sessionSignals = collectionOf<SessionSignals>(
  "session-signals",
  ({ sessionId, start: state, updatedAt: at }) => ({ id: sessionId, sessionId, state, at }),
);

export interface StartTotals {
  readonly sessions: number;
  readonly novel: number;
}

export async function totalsOfStart(tables: Pick<Tables, "documents">, start: StartKind): Promise<StartTotals> {
  const sessions = await sessionSignals(tables).list({ states: [start] });
  return { sessions: sessions.length, novel: sessions.reduce((sum, { novel }) => sum + novel, 0) };
}
