import { refused } from "../core/index.ts";
import type { SessionState } from "../store/index.ts";

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
