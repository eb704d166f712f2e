import type { SessionRecord, Tables } from "../store/index.ts";
import type { Arrival } from "./arrival.ts";

/** How a session follows from its parent. All but `project` certainly continue the same work. */
export type Lineage = "previous_key" | "clear" | "fork" | "subagent" | "project";

export interface Descent {
  readonly parentId: string;
  readonly lineage: Lineage;
}

export const isCertain = (lineage: string | null): boolean => lineage !== null && lineage !== "project";

const sameProcess = (session: SessionRecord, arrival: Arrival): boolean =>
  arrival.client !== undefined &&
  session.clientPid === arrival.client.pid &&
  session.clientStartTime === (arrival.client.startTime ?? null);

/** The session with that key: the same client's and agent's first, else the last active one. */
export async function sessionWithKey(
  tables: Tables,
  key: string,
  { harness, agent = null }: { readonly harness: string; readonly agent?: string | null },
): Promise<SessionRecord | undefined> {
  const own = await tables.sessions.byKey(harness, key, agent);
  if (own) return own;
  const others = (await tables.sessions.find(key)).filter((session) => session.key === key);
  return others.sort((a, b) => b.lastActivityAt.localeCompare(a.lastActivityAt))[0];
}

/** The parent of a new session, if any. */
export async function descentOf(
  tables: Tables,
  arrival: Arrival,
  project: string | null,
): Promise<Descent | undefined> {
  if (arrival.previousSessionKey !== undefined) {
    const previous = await sessionWithKey(tables, arrival.previousSessionKey, arrival);
    if (previous) return { parentId: previous.id, lineage: "previous_key" };
  }
  const own = (session: SessionRecord) => session.lineage !== "subagent" && session.key !== arrival.key;
  if (arrival.source === "clear" && arrival.client !== undefined) {
    const { client, harness } = arrival;
    const inProcess = await tables.sessions.list({ clientPid: client.pid, harness, limit: 20 });
    const cleared = inProcess.find((session) => own(session) && sameProcess(session, arrival));
    if (cleared) return { parentId: cleared.id, lineage: "clear" };
  }
  if (project === null) return undefined;
  const inProject = (await tables.sessions.list({ project, type: "coding", limit: 20 })).filter(own);
  // Without a process id: the session that was just cleared in this project.
  const cleared = arrival.source === "clear" ? inProject.find((session) => session.endReason === "clear") : undefined;
  if (cleared) return { parentId: cleared.id, lineage: "clear" };
  const latest = inProject[0];
  return latest && { parentId: latest.id, lineage: "project" };
}
