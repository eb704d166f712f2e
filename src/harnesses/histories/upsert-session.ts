import { type Entry, isSpoken } from "../../capture/index.ts";
import { isoTime, newId, type ProjectIdentity } from "../../core/index.ts";
import { isCertain } from "../../sessions/index.ts";
import type { SessionChange, SessionRecord, Tables } from "../../store/index.ts";
import type { HistorySession } from "./contract.ts";
import type { Planned } from "./import-plan.ts";

/** The end of a session that nobody saw end. */
export const IMPORTED = "imported";

const LINEAGES = { subagent: "subagent", fork: "fork", resume: "previous_key" } as const;

/** What its history tells of where a session comes from. A subagent is one, also where its session is not known. */
async function lineageOf(tables: Tables, harness: string, { parent }: HistorySession): Promise<SessionChange> {
  if (!parent) return {};
  const origin = await tables.sessions.byKey(harness, parent.key);
  const lineage = LINEAGES[parent.how];
  if (origin) return { parentId: origin.id, lineage };
  return lineage === "subagent" ? { lineage } : {};
}

const isEarlier = (one: string, other: string): boolean => Date.parse(one) < Date.parse(other);

/** When a history began, by its own account or by the first thing that was said in it. Nothing began after now. */
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

/** What a history can add to a session that is known: its state, and whoever reports it, stay as they are. */
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

/** A part of a history. */
export interface Part {
  readonly project: ProjectIdentity | undefined;
  readonly entries: readonly Entry[];
  readonly now: number;
}

export interface UpsertedSession {
  readonly session: SessionRecord;
  readonly isNew: boolean;
}

/**
 * The session that a part of a history belongs to, made where it is new and somebody said something in it. Run it in a
 * transaction.
 */
export async function upsertSession(
  tables: Tables,
  planned: Planned,
  { project, entries, now }: Part,
): Promise<UpsertedSession | undefined> {
  const first = entries.find(isSpoken);
  const startedAt = startTime(planned.history, first, now);
  const known = await tables.sessions.byKey(planned.harness, planned.history.key);
  if (known) return { session: await fillGaps(tables, known, planned, project, startedAt), isNew: false };
  if (!first || startedAt === undefined) return undefined;
  return { session: await create(tables, planned, project, startedAt), isNew: true };
}
