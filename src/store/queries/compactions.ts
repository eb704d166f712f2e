import type { Kysely } from "kysely";
import type { CompactionRecord, NewCompaction } from "../records/compactions.ts";
import type { Schema } from "../schema.ts";
import { compiledOnce } from "./compiled.ts";
import { idFits, MOST_CANDIDATES } from "./part-of-id.ts";
import { insert } from "./statements.ts";

type Change = Partial<Omit<CompactionRecord, "id" | "sessionId">>;

/** The compactions of sessions and what was injected after each. */
export interface CompactionRows {
  add(compaction: NewCompaction): Promise<void>;
  change(id: string, change: Change): Promise<void>;
  /** The text never reached the client: it is due again. */
  takeBack(sessionId: string, given: string): Promise<void>;
  /** The newest of a session without an injected text. */
  owed(sessionId: string): Promise<CompactionRecord | undefined>;
  /** Newest first; only those that happened. */
  list(filter: { sessionId?: string | undefined; limit: number }): Promise<CompactionRecord[]>;
  /** By the beginning of an id: none, one, or more than one. */
  find(partOfId: string): Promise<CompactionRecord[]>;
  /** Those of a session that happened and whose outcome is still open, oldest first. */
  unsettled(sessionId: string): Promise<CompactionRecord[]>;
}

/** Runs at every prompt and tool call. */
const dueOf = compiledOnce(["sessionId"], (db, mark) =>
  db
    .selectFrom("compactions")
    .selectAll()
    .where("sessionId", "=", mark("sessionId"))
    .where("givenAt", "is", null)
    .orderBy("announcedAt", "desc")
    .limit(1),
);

export function compactionRows(db: Kysely<Schema>): CompactionRows {
  const happened = () => db.selectFrom("compactions").selectAll().where("happenedAt", "is not", null);
  return {
    add: (compaction) => insert(db, "compactions", compaction),

    async change(id, change) {
      await db.updateTable("compactions").set(change).where("id", "=", id).execute();
    },

    async takeBack(sessionId, given) {
      await db
        .updateTable("compactions")
        .set({ given: null, givenAt: null })
        .where("sessionId", "=", sessionId)
        .where("given", "=", given)
        .execute();
    },

    owed: async (sessionId) => (await dueOf(db, { sessionId }))[0],

    list({ sessionId, limit }) {
      const all = happened();
      const own = sessionId === undefined ? all : all.where("sessionId", "=", sessionId);
      return own.orderBy("announcedAt", "desc").orderBy("id", "desc").limit(limit).execute();
    },

    find: (partOfId) => happened().where(idFits(partOfId)).limit(MOST_CANDIDATES).execute(),

    unsettled: (sessionId) =>
      happened().where("sessionId", "=", sessionId).where("needed", "is", null).orderBy("announcedAt").execute(),
  };
}
