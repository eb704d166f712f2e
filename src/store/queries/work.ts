import type { Kysely } from "kysely";
import type { WorkRows } from "../port/work.ts";
import type { Schema } from "../schema.ts";
import { folderAt, sameProject } from "./projects.ts";
import { insert, put } from "./statements.ts";

export function workRows(db: Kysely<Schema>): WorkRows {
  return {
    session: (sessionId) =>
      db.selectFrom("workSessions").selectAll().where("sessionId", "=", sessionId).executeTakeFirst(),

    sessions: (project, limit) =>
      db
        .selectFrom("workSessions")
        .selectAll()
        .where("folder", "in", sameProject(project))
        .orderBy("lastAt", "desc")
        .limit(limit)
        .execute(),

    async putSession(session, statements) {
      const { sessionId, project } = session;
      const folder = await folderAt(db, project);
      await put(db, "workSessions", { ...session, folder }, "sessionId");
      await db.deleteFrom("workStatements").where("sessionId", "=", sessionId).execute();
      if (statements.length > 0) {
        const rows = statements.map((statement) => ({ ...statement, folder }));
        await db.insertInto("workStatements").values(rows).execute();
      }
    },

    statements: (project, limit) =>
      db
        .selectFrom("workStatements")
        .selectAll()
        .where("folder", "in", sameProject(project))
        .orderBy("at", "desc")
        .limit(limit)
        .execute(),

    notes(project) {
      const all = db.selectFrom("workNotes").selectAll().orderBy("at").orderBy("id");
      return (project === undefined ? all : all.where("folder", "in", sameProject(project))).execute();
    },

    async addNote(note) {
      await insert(db, "workNotes", { ...note, folder: await folderAt(db, note.project) });
    },

    async clear(project) {
      for (const table of ["workStatements", "workSessions"] as const) {
        const all = db.deleteFrom(table);
        await (project === undefined ? all : all.where("folder", "in", sameProject(project))).execute();
      }
    },

    async unread(edition, project, limit) {
      let query = db
        .selectFrom("sessions")
        .leftJoin("workSessions", "workSessions.sessionId", "sessions.id")
        .select("sessions.id")
        .where("sessions.type", "=", "coding")
        .where("sessions.projectNormalized", "is not", null)
        .where((is) => is.or([is("sessions.lineage", "is", null), is("sessions.lineage", "!=", "subagent")]))
        .where("sessions.totalMessages", ">", 0)
        .where((is) =>
          is.or([
            is("workSessions.sessionId", "is", null),
            is("workSessions.edition", "!=", edition),
            is("workSessions.upTo", "<", is.ref("sessions.totalMessages")),
          ]),
        );
      if (project !== undefined) query = query.where("sessions.folder", "in", sameProject(project));
      const rows = await query.orderBy("sessions.startedAt", "desc").limit(limit).execute();
      return rows.map(({ id }) => id);
    },
  };
}
