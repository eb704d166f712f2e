import type { Kysely } from "kysely";
import type { GovernedRecord } from "../records/governed.ts";
import type { Schema } from "../schema.ts";
import { compiledOnce } from "./compiled.ts";
import { put } from "./statements.ts";

export type GovernedChange = Partial<Omit<GovernedRecord, "sessionId" | "project" | "task">>;

/** Sessions under a task. */
export interface GovernedRows {
  put(record: GovernedRecord): Promise<void>;
  get(sessionId: string): Promise<GovernedRecord | undefined>;
  change(sessionId: string, change: GovernedChange): Promise<void>;
  /** Those of a task, oldest first. */
  ofTask(project: string, task: string): Promise<GovernedRecord[]>;
  /** The newest that was begun by command in a folder and that no client has taken up. */
  waiting(project: string, root: string): Promise<GovernedRecord | undefined>;
  /** One client takes it up, and only one. */
  takeUp(sessionId: string): Promise<boolean>;
  /** Those whose smoke command or shutdown ritual is under way, or was when the process ended. */
  leftOff(): Promise<GovernedRecord[]>;
  /** Those whose session was over before that time, and whose shutdown ritual was not begun. */
  unclosed(before: string): Promise<GovernedRecord[]>;
  /**
   * The same of sessions that have a task, and of which nothing is kept yet: their ids. Where nothing was said, nothing
   * is missing.
   */
  unrecorded(before: string): Promise<string[]>;
}

/** Asked for at every prompt of such a session. */
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
