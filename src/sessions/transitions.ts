import { newId } from "../core/index.ts";
import { collectionOf, type SessionChange, type SessionState, type Tables } from "../store/index.ts";

export interface Transition {
  readonly id: string;
  readonly sessionId: string;
  readonly fromState: SessionState;
  readonly toState: SessionState;
  /** Null for an intermediate step. */
  readonly reason: string | null;
  readonly createdAt: string;
}

/** The state changes of sessions. */
export const sessionTransitions = collectionOf<Transition>("session-transitions", ({ id, sessionId, createdAt }) => ({
  ...{ id, sessionId, at: createdAt },
}));

export interface Move {
  readonly from: SessionState;
  readonly to: SessionState;
  readonly at: string;
  readonly reason: string | null;
}

/**
 * Changes the state only if it is still `from`, so that only one of two racing callers wins, and records it. Run it in
 * a transaction.
 */
export async function moveSession(
  tables: Tables,
  sessionId: string,
  { from, to, at, reason }: Move,
  change: SessionChange,
): Promise<boolean> {
  if (!(await tables.sessions.change(sessionId, { ...change, state: to }, from))) return false;
  const transition = { id: newId(), sessionId, fromState: from, toState: to, reason, createdAt: at };
  return sessionTransitions(tables).add(transition);
}
