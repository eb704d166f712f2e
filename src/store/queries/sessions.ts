import { type Kysely, sql } from "kysely";
import { newId } from "../../core/index.ts";
import type { SessionRecord, SessionState, SessionType, TransitionRecord } from "../records/sessions.ts";
import type { Schema } from "../schema.ts";
import { inBatches } from "./batches.ts";
import { compiledOnce } from "./compiled.ts";
import { idFits, MOST_CANDIDATES } from "./part-of-id.ts";
import { dropPassages } from "./passages.ts";
import { folderAt, foldersOf } from "./projects.ts";
import { countOf, insert } from "./statements.ts";

export interface SessionFilter {
  readonly project?: string | undefined;
  readonly harness?: string | undefined;
  readonly agent?: string | undefined;
  readonly task?: string | undefined;
  readonly type?: SessionType | undefined;
  readonly states?: readonly SessionState[] | undefined;
  readonly parentId?: string | undefined;
  readonly clientPid?: number | undefined;
  readonly limit?: number | undefined;
  /** Only sessions that were last active before this time. */
  readonly before?: string | undefined;
}

export interface Move {
  readonly from: SessionState;
  readonly to: SessionState;
  readonly at: string;
  /** Null for an intermediate step. */
  readonly reason: string | null;
}

export type SessionChange = Partial<Omit<SessionRecord, "id" | "harness" | "key">>;

export type NewSession = Pick<
  SessionRecord,
  "id" | "key" | "harness" | "type" | "state" | "startedAt" | "lastActivityAt"
> &
  SessionChange;

export type Child = Pick<SessionRecord, "id" | "lineage">;

export interface SessionRows {
  /** Inserts unless harness and key exist; returns the stored one. */
  insert(session: NewSession): Promise<{ session: SessionRecord; created: boolean }>;
  get(id: string): Promise<SessionRecord | undefined>;
  /** A key names one session of an agent, or one of a harness that has no agents. */
  byKey(harness: string, key: string, agent?: string | null): Promise<SessionRecord | undefined>;
  primaryOf(agent: string): Promise<SessionRecord | undefined>;
  /** By id, by key of any harness, by part of an id or by the beginning of a key; may match several. */
  find(idOrKey: string): Promise<SessionRecord[]>;
  list(filter?: SessionFilter): Promise<SessionRecord[]>;
  /** The children of each, oldest first; sessions without children are left out. */
  children(parentIds: readonly string[]): Promise<ReadonlyMap<string, readonly Child[]>>;
  change(id: string, change: SessionChange): Promise<void>;
  /**
   * Changes the state only if it is still `from`, so that only one of two racing callers wins. Each change is recorded.
   */
  transition(id: string, move: Move, change: SessionChange): Promise<boolean>;
  /** The state changes of a session, oldest first. */
  transitions(id: string): Promise<TransitionRecord[]>;
  /** Adds one prompt; the last activity never moves back. */
  countPrompt(id: string, at: string): Promise<void>;
  /** Removes a session whose messages were discarded, with all its rows. The database refuses a primary one. */
  remove(id: string): Promise<void>;
  count(): Promise<number>;
}

/** The tables whose rows are removed with their session. */
const OWN_TABLES = [
  "sessionTransitions",
  "checkpoints",
  "checkpointTombstones",
  "accumulators",
  "transcripts",
  "historyMarks",
  "handedOver",
  "provisionalEntries",
  "toolCalls",
  "injections",
  "receipts",
  "anchors",
  "served",
  "sessionSignals",
  "compactions",
  "governedSessions",
  "workSessions",
  "workStatements",
  "sandboxes",
  "safetySamples",
  "fixers",
] as const;

const sessionById = compiledOnce(["id"], (db, mark) =>
  db.selectFrom("sessions").selectAll().where("id", "=", mark("id")),
);

const sessionByKey = compiledOnce(["harness", "key", "agent"], (db, mark) =>
  db
    .selectFrom("sessions")
    .selectAll()
    .where("harness", "=", mark("harness"))
    .where("key", "=", mark("key"))
    .where((where) => where.fn.coalesce("agent", sql.lit("")), "=", mark("agent")),
);

const promptCounted = compiledOnce(["id", "at"], (db, mark) =>
  db
    .updateTable("sessions")
    .set((set) => ({
      promptCount: set("promptCount", "+", 1),
      lastActivityAt: set
        .case()
        .when("lastActivityAt", "<", mark("at"))
        .then(mark("at"))
        .else(set.ref("lastActivityAt"))
        .end(),
    }))
    .where("id", "=", mark("id")),
);

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
    if (filter.type !== undefined) query = query.where("type", "=", filter.type);
    if (filter.states !== undefined) query = query.where("state", "in", filter.states);
    if (filter.parentId !== undefined) query = query.where("parentId", "=", filter.parentId);
    if (filter.clientPid !== undefined) query = query.where("clientPid", "=", filter.clientPid);
    if (filter.before !== undefined) query = query.where("lastActivityAt", "<", filter.before);
    if (filter.limit !== undefined) query = query.limit(filter.limit);
    return query.orderBy("lastActivityAt", "desc").orderBy("id", "desc").execute();
  };
  const get = async (id: string) => (await sessionById(db, { id }))[0];
  const byKey = async (harness: string, key: string, agent: string | null = null) =>
    (await sessionByKey(db, { harness, key, agent: agent ?? "" }))[0];
  const primaryOf = (agent: string) =>
    db
      .selectFrom("sessions")
      .selectAll()
      .where("agent", "=", agent)
      // A constant, not a parameter: otherwise SQLite does not use the partial index of primary sessions.
      .where("type", "=", sql.lit<"primary">("primary"))
      .executeTakeFirst();

  return {
    get,
    byKey,
    primaryOf,

    async insert(session) {
      const inserted = await db
        .insertInto("sessions")
        .values(await withFolder(session))
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst();
      if (inserted) return { session: inserted, created: true };
      const { harness, key, agent = null } = session;
      const taken = (await byKey(harness, key, agent)) ?? (await primaryOf(agent ?? ""));
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

    async children(parentIds) {
      const byParent = new Map<string, Child[]>();
      for (const some of inBatches(parentIds)) {
        const rows = await db
          .selectFrom("sessions")
          .select(["id", "parentId", "lineage"])
          .where("parentId", "in", some)
          .orderBy("id")
          .execute();
        for (const { parentId, ...child } of rows) {
          if (parentId !== null) byParent.set(parentId, [...(byParent.get(parentId) ?? []), child]);
        }
      }
      return byParent;
    },

    async change(id, change) {
      if (Object.keys(change).length === 0) return;
      await db
        .updateTable("sessions")
        .set(await withFolder(change))
        .where("id", "=", id)
        .execute();
    },

    async transition(id, { from, to, at, reason }, change) {
      const { numUpdatedRows } = await db
        .updateTable("sessions")
        .set({ ...change, state: to })
        .where("id", "=", id)
        .where("state", "=", from)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      const transition = { id: newId(), sessionId: id, fromState: from, toState: to, reason, createdAt: at };
      await insert(db, "sessionTransitions", transition);
      return true;
    },

    transitions: (id) =>
      db
        .selectFrom("sessionTransitions")
        .selectAll()
        .where("sessionId", "=", id)
        .orderBy("createdAt")
        .orderBy("id")
        .execute(),

    async countPrompt(id, at) {
      await promptCounted(db, { id, at });
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

    count: () => countOf(db, "sessions"),
  };
}
