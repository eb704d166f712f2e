import type { Kysely } from "kysely";
import type { GovernedRecord } from "../records/governed.ts";
import type { Schema } from "../schema.ts";
import { compiledOnce } from "./compiled.ts";
import { put } from "./statements.ts";

export type GovernedChange = Partial<Omit<GovernedRecord, "sessionId" | "project" | "task">>;

/** Sessions with a task. */
export interface GovernedRows {
  put(record: GovernedRecord): Promise<void>;
  get(sessionId: string): Promise<GovernedRecord | undefined>;
  change(sessionId: string, change: GovernedChange): Promise<void>;
  /** Those of a task, oldest first. */
  ofTask(project: string, task: string): Promise<GovernedRecord[]>;
  /** The newest session of a folder that was started by command and that no client has joined. */
  waiting(project: string, root: string): Promise<GovernedRecord | undefined>;
  /** Only one client can join. */
  takeUp(sessionId: string): Promise<boolean>;
  /** Those with a running or interrupted smoke command or shutdown ritual. */
  leftOff(): Promise<GovernedRecord[]>;
  /** Those that ended before that time without a shutdown ritual. */
  unclosed(before: string): Promise<GovernedRecord[]>;
  /** The ids of such sessions that have a task but no record here. Empty sessions are left out. */
  unrecorded(before: string): Promise<string[]>;
}

/** Runs at every prompt of such a session. */
const bySession = compiledOnce(["sessionId"], (db, mark) =>
  db.selectFrom("governedSessions").selectAll().where("sessionId", "=", mark("sessionId")),
);

export function governedRows(db: Kysely<Schema>): GovernedRows {
  const all = () => db.selectFrom("governedSessions").selectAll("governedSessions");
  return {
    put: (record) => put(db, "governedSessions", record, "sessionId"),
    get: async (sessionId) => (await bySession(db, { sessionId }))[0],
    async change(sessionId, change) {
      await db.updateTable("governedSessions").set(change).where("sessionId", "=", sessionId).execute();
    },
    ofTask: (project, task) =>
      all().where("project", "=", project).where("task", "=", task).orderBy("begunAt").orderBy("sessionId").execute(),
    waiting: (project, root) =>
      all()
        .where("project", "=", project)
        .where("root", "=", root)
        .where("isWaiting", "=", 1)
        .orderBy("begunAt", "desc")
        .orderBy("sessionId", "desc")
        .limit(1)
        .executeTakeFirst(),
    async takeUp(sessionId) {
      const { numUpdatedRows } = await db
        .updateTable("governedSessions")
        .set({ isWaiting: 0 })
        .where("sessionId", "=", sessionId)
        .where("isWaiting", "=", 1)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    leftOff: () =>
      all()
        .where((is) => is.or([is("smoke", "=", "running"), is("closing", "is not", null)]))
        .execute(),
    unclosed: (before) =>
      all()
        .innerJoin("sessions", "sessions.id", "governedSessions.sessionId")
        .where("endedAt", "<", before)
        .where((is) => is.or([is("state", "=", "complete"), is("endReason", "=", "interrupted")]))
        .where((is) => is.or([is("closedAt", "is", null), is("closedAt", "<", is.ref("endedAt"))]))
        .execute(),
    async unrecorded(before) {
      const found = await db
        .selectFrom("sessions")
        .leftJoin("governedSessions", "governedSessions.sessionId", "sessions.id")
        .select("sessions.id")
        .where("sessions.task", "is not", null)
        .where("sessions.project", "is not", null)
        .where("governedSessions.sessionId", "is", null)
        .where("endedAt", "<", before)
        .where((is) => is.or([is("state", "=", "complete"), is("endReason", "=", "interrupted")]))
        .where((is) => is.or([is("lineage", "is", null), is("lineage", "!=", "subagent")]))
        .where((is) => is.or([is("totalMessages", ">", 0), is("promptCount", ">", 0), is("checkpointCount", ">", 0)]))
        .execute();
      return found.map(({ id }) => id);
    },
  };
}
