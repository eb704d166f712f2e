import { newId, refused } from "../core/index.ts";
import { collectionOf, type SessionChange, type SessionState, type Tables } from "../store/index.ts";

/** How a session went. */
export const OUTCOMES = ["success", "partial", "failed"] as const;
export type Outcome = (typeof OUTCOMES)[number];

const NEXT: Record<SessionState, readonly SessionState[]> = {
  init: ["active", "suspended", "terminated"],
  active: ["complete", "suspended", "terminated"],
  complete: ["suspended", "terminated"],
  suspended: ["active", "terminated"],
  terminated: [],
};

export const canMove = (from: SessionState, to: SessionState): boolean => NEXT[from].includes(to);

export function assertMove(from: SessionState, to: SessionState): void {
  if (canMove(from, to)) return;
  const ways = NEXT[from];
  throw refused(
    `a session cannot go from ${from} to ${to}`,
    ways.length > 0 ? `From ${from} it can go to ${ways.join(" or ")}.` : `${from} is final: start a new session.`,
  );
}

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
