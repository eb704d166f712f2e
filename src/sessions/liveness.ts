import { isAlive } from "../core/index.ts";
import type { SessionRecord, SessionState } from "../store/index.ts";

export const OPEN_STATES: readonly SessionState[] = ["init", "active"];

export const isOpen = (session: SessionRecord): boolean => OPEN_STATES.includes(session.state);

/**
 * Whether somebody still works in the session. A known process decides; without one, silence for as long as the orphan
 * sweep waits does.
 */
export async function isLive(session: SessionRecord, now: number, silenceMs: number): Promise<boolean> {
  if (!isOpen(session)) return false;
  if (session.clientPid !== null) {
    return isAlive({ pid: session.clientPid, startTime: session.clientStartTime ?? undefined });
  }
  return now - Date.parse(session.lastActivityAt) < silenceMs;
}
