import { type Kysely, type RawBuilder, sql } from "kysely";
import type { SessionChange, SessionFilter, SessionRecord, SessionRows } from "../port/sessions.ts";
import type { Schema } from "../schema.ts";
import { idFits, MOST_CANDIDATES } from "./part-of-id.ts";
import { dropPassages } from "./passages.ts";
import { folderAt, foldersOf } from "./projects.ts";
import { update } from "./statements.ts";

/** The tables whose rows are removed with their session. */
const OWN_TABLES = ["checkpoints", "workSessions", "workStatements"] as const;

/** One parameter, however many there are. */
const listed = (values: readonly string[]) => sql<string>`(SELECT value FROM json_each(${JSON.stringify(values)}))`;

const checkpointed = (before: string) => sql<string>`(SELECT session_id FROM checkpoints WHERE created_at < ${before})`;

const newestFirst = (a: SessionRecord, b: SessionRecord): number => {
  if (a.lastActivityAt === b.lastActivityAt) return a.id < b.id ? 1 : -1;
  return a.lastActivityAt < b.lastActivityAt ? 1 : -1;
};

export function sessionRows(db: Kysely<Schema>): SessionRows {
  const withFolder = async <Change extends SessionChange>(change: Change) =>
    typeof change.projectNormalized === "string"
      ? { ...change, folder: await folderAt(db, change.projectNormalized) }
      : change;
  const newest = (filter: SessionFilter, folder?: number) => {
    let query = db.selectFrom("sessions").selectAll();
    if (folder !== undefined) query = query.where("folder", "=", folder);
    if (filter.harness !== undefined) query = query.where("harness", "=", filter.harness);
    if (filter.agent !== undefined) query = query.where("agent", "=", filter.agent);
    if (filter.task !== undefined) query = query.where("task", "=", filter.task);
    if (filter.hasTask !== undefined) query = query.where("task", filter.hasTask ? "is not" : "is", null);
    // A constant, not a parameter: otherwise SQLite does not use the partial index of primary sessions.
    if (filter.type !== undefined)
      query = query.where("type", "=", filter.type === "primary" ? sql.lit("primary") : filter.type);
    if (filter.states !== undefined) query = query.where("state", "in", filter.states);
    if (filter.parentIds !== undefined) query = query.where("parentId", "in", listed(filter.parentIds));
    if (filter.clientPid !== undefined) query = query.where("clientPid", "=", filter.clientPid);
    if (filter.before !== undefined) query = query.where("lastActivityAt", "<", filter.before);
    if (filter.checkpointBefore !== undefined) query = query.where("id", "in", checkpointed(filter.checkpointBefore));
    if (filter.limit !== undefined) query = query.limit(filter.limit);
    return query.orderBy("lastActivityAt", "desc").orderBy("id", "desc").execute();
  };
  /** As text: every hook runs these, and building a query costs more than running it. */
  const one = async (where: RawBuilder<unknown>) =>
    (await sql<SessionRecord>`SELECT * FROM sessions WHERE ${where}`.execute(db)).rows[0];
  const get = (id: string) => one(sql`id = ${id}`);
  const byKey = (harness: string, key: string, agent: string | null = null) =>
    one(sql`harness = ${harness} AND key = ${key} AND coalesce(agent, '') = ${agent ?? ""}`);

  return {
    get,
    byKey,

    async insert(session) {
      const inserted = await db
        .insertInto("sessions")
        .values(await withFolder(session))
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst();
      if (inserted) return { session: inserted, created: true };
      const { harness, key, agent = null } = session;
      const taken = (await byKey(harness, key, agent)) ?? (await newest({ agent: agent ?? "", type: "primary" }))[0];
      if (!taken) throw new Error(`session ${session.id} is neither new nor known`);
      return { session: taken, created: false };
    },

    async find(idOrKey) {
      const exact = await db
        .selectFrom("sessions")
        .selectAll()
        .where((where) => where.or([where("id", "=", idOrKey), where("key", "=", idOrKey)]))
        .execute();
      if (exact.length > 0 || idOrKey.length < 4) return exact;
      const beginning = `${idOrKey.replace(/[\\%_]/g, "\\$&")}%`;
      return (
        db
          .selectFrom("sessions")
          .selectAll()
          .where((where) => where.or([idFits(idOrKey), sql<boolean>`key LIKE ${beginning} ESCAPE '\\'`]))
          // The session itself must be among the matches, however many subagents it has.
          .orderBy(sql`lineage IS 'subagent'`)
          .limit(MOST_CANDIDATES)
          .execute()
      );
    },

    async list(filter = {}) {
      if (filter.project === undefined) return newest(filter);
      // One query for each folder: the index gives the newest of one folder, but several would have to be sorted.
      const lists = await Promise.all((await foldersOf(db, filter.project)).map((folder) => newest(filter, folder)));
      return lists.length === 1 ? lists.flat() : lists.flat().sort(newestFirst).slice(0, filter.limit);
    },

    async change(id, change, from) {
      if (Object.keys(change).length === 0) return true;
      const row = await withFolder(change);
      return update(db, "sessions", row, { id, ...(from && { state: from }) });
    },

    async remove(id) {
      await db.updateTable("sessions").set({ parentId: null }).where("parentId", "=", id).execute();
      const checkpoints = await db.selectFrom("checkpoints").select("pk").where("sessionId", "=", id).execute();
      await dropPassages(
        db,
        "checkpoints",
        checkpoints.map(({ pk }) => pk),
      );
      for (const table of OWN_TABLES) await db.deleteFrom(table).where("sessionId", "=", id).execute();
      await db.deleteFrom("sessions").where("id", "=", id).execute();
    },
  };
}
