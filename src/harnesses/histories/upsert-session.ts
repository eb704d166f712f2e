import { type Entry, isSpoken } from "../../capture/index.ts";
import { isoTime, newId, type ProjectIdentity } from "../../core/index.ts";
import { isCertain } from "../../sessions/index.ts";
import type { SessionChange, SessionRecord, Tables } from "../../store/index.ts";
import type { HistorySession } from "./history-contract.ts";
import type { Planned } from "./import-plan.ts";

/** The end reason of a session that only an import has seen. */
export const IMPORTED = "imported";

const LINEAGES = { subagent: "subagent", fork: "fork", resume: "previous_key" } as const;

/** The parent of a session by its history. A subagent is marked as one even if its parent is unknown. */
async function lineageOf(tables: Tables, harness: string, { parent }: HistorySession): Promise<SessionChange> {
  if (!parent) return {};
  const origin = await tables.sessions.byKey(harness, parent.key);
  const lineage = LINEAGES[parent.how];
  if (origin) return { parentId: origin.id, lineage };
  return lineage === "subagent" ? { lineage } : {};
}

const isEarlier = (one: string, other: string): boolean => Date.parse(one) < Date.parse(other);

/** When a history began: as it states, or by its first message; never in the future. */
function startTime({ startedAt }: HistorySession, first: Entry | undefined, now: number): string | undefined {
  const time = startedAt ?? first?.createdAt;
  return time !== undefined && isEarlier(isoTime(now), time) ? isoTime(now) : time;
}

async function create(
  tables: Tables,
  { harness, history }: Planned,
  project: ProjectIdentity | undefined,
  startedAt: string,
): Promise<SessionRecord> {
  const { session } = await tables.sessions.insert({
    id: newId(),
    key: history.key,
    harness,
    type: "coding",
    state: "complete",
    startedAt,
    lastActivityAt: startedAt,
    endedAt: startedAt,
    endReason: IMPORTED,
    project: project?.given ?? null,
    projectNormalized: project?.normalized ?? null,
    transcriptPath: history.isTranscript ? history.path : null,
    ...(await lineageOf(tables, harness, history)),
  });
  return session;
}

/** Adds what a history knows to a known session; its state and owner stay. */
async function fillGaps(
  tables: Tables,
  session: SessionRecord,
  { harness, history }: Planned,
  project: ProjectIdentity | undefined,
  startedAt: string | undefined,
): Promise<SessionRecord> {
  const change: SessionChange = {
    ...(session.transcriptPath === null && history.isTranscript && { transcriptPath: history.path }),
    ...(session.projectNormalized === null &&
      project && { project: project.given, projectNormalized: project.normalized }),
    ...(startedAt && isEarlier(startedAt, session.startedAt) && { startedAt }),
    ...((session.parentId === null || !isCertain(session.lineage)) && (await lineageOf(tables, harness, history))),
  };
  await tables.sessions.change(session.id, change);
  return { ...session, ...change };
}

/** The session of a part of a history, created if it is new and has messages. Run it in a transaction. */
export async function upsertSession(
  tables: Tables,
  planned: Planned,
  part: { readonly project: ProjectIdentity | undefined; readonly entries: readonly Entry[]; readonly now: number },
): Promise<{ readonly session: SessionRecord; readonly isNew: boolean } | undefined> {
  const { project, entries, now } = part;
  const first = entries.find(isSpoken);
  const startedAt = startTime(planned.history, first, now);
  const known = await tables.sessions.byKey(planned.harness, planned.history.key);
  if (known) return { session: await fillGaps(tables, known, planned, project, startedAt), isNew: false };
  if (!first || startedAt === undefined) return undefined;
  return { session: await create(tables, planned, project, startedAt), isNew: true };
}
