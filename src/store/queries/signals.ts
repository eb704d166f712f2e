import { type Kysely, sql } from "kysely";
import type {
  NewServed,
  ServedRecord,
  SessionSignals,
  SignalTotals,
  StartKind,
  WayTotals,
} from "../records/signals.ts";
import type { Schema } from "../schema.ts";
import { put } from "./statements.ts";

/** What was served to agents, and whether it was used. */
export interface SignalRows {
  add(served: readonly NewServed[]): Promise<void>;
  /** Served to a session and not used yet, newest first. */
  unused(sessionId: string, limit: number): Promise<ServedRecord[]>;
  saveMarks(pk: number, marks: string): Promise<void>;
  /** The first use counts. */
  markUsed(pk: number, at: string): Promise<void>;
  /** Newest first. */
  list(filter: { sessionId?: string | undefined; limit: number }): Promise<ServedRecord[]>;
  /** The hook's answer never arrived: nothing was served. */
  takeBack(sessionId: string, servedAt: string): Promise<void>;
  ofSession(sessionId: string): Promise<SessionSignals | undefined>;
  saveSession(signals: SessionSignals): Promise<void>;
  /** Last changed first. */
  sessions(filter: { sessionId?: string | undefined; limit: number }): Promise<SessionSignals[]>;
  totals(): Promise<SignalTotals>;
  /** Keeps at most `most` rows since then; returns how many were removed. */
  prune(before: string, most: number): Promise<number>;
}

export function signalRows(db: Kysely<Schema>): SignalRows {
  return {
    async add(served) {
      for (const one of served) await db.insertInto("served").values(one).execute();
    },

    unused: (sessionId, limit) =>
      db
        .selectFrom("served")
        .selectAll()
        .where("sessionId", "=", sessionId)
        .where("usedAt", "is", null)
        .orderBy("pk", "desc")
        .limit(limit)
        .execute(),

    async saveMarks(pk, marks) {
      await db.updateTable("served").set({ marks }).where("pk", "=", pk).execute();
    },

    async markUsed(pk, usedAt) {
      await db.updateTable("served").set({ usedAt }).where("pk", "=", pk).where("usedAt", "is", null).execute();
    },

    list({ sessionId, limit }) {
      let query = db.selectFrom("served").selectAll();
      if (sessionId !== undefined) query = query.where("sessionId", "=", sessionId);
      return query.orderBy("pk", "desc").limit(limit).execute();
    },

    async takeBack(sessionId, servedAt) {
      await db
        .deleteFrom("served")
        .where("sessionId", "=", sessionId)
        .where("servedAt", "=", servedAt)
        .where("way", "in", ["prompt", "recovery"])
        .execute();
    },

    ofSession: (sessionId) =>
      db.selectFrom("sessionSignals").selectAll().where("sessionId", "=", sessionId).executeTakeFirst(),

    saveSession: (signals) => put(db, "sessionSignals", signals, "sessionId"),

    sessions({ sessionId, limit }) {
      let query = db.selectFrom("sessionSignals").selectAll();
      if (sessionId !== undefined) query = query.where("sessionId", "=", sessionId);
      return query.orderBy("updatedAt", "desc").orderBy("sessionId", "desc").limit(limit).execute();
    },

    async totals() {
      const ways = await db
        .selectFrom("served")
        .select(["way", sql<number>`COUNT(*)`.as("served"), sql<number>`COUNT(used_at)`.as("used")])
        .groupBy("way")
        .orderBy("way")
        .execute();
      const starts = await db
        .selectFrom("sessionSignals")
        .select(["start", sql<number>`COUNT(*)`.as("sessions"), sql<number>`COALESCE(SUM(novel), 0)`.as("novel")])
        .groupBy("start")
        .execute();
      const startedAs = (wanted: StartKind) => {
        const row = starts.find(({ start }) => start === wanted);
        return { sessions: row?.sessions ?? 0, novel: row?.novel ?? 0 };
      };
      const sum = (of: (way: WayTotals) => number) => ways.reduce((total, way) => total + of(way), 0);
      return {
        served: sum(({ served }) => served),
        used: sum(({ used }) => used),
        ways,
        recovered: startedAs("recovered"),
        cold: startedAs("cold"),
      };
    },

    async prune(before, most) {
      const { numDeletedRows } = await db
        .deleteFrom("served")
        .where((where) =>
          where.or([
            where("servedAt", "<", before),
            where("pk", "<=", (query) =>
              query.selectFrom("served").select("pk").orderBy("pk", "desc").limit(1).offset(most),
            ),
          ]),
        )
        .executeTakeFirst();
      await db.deleteFrom("sessionSignals").where("updatedAt", "<", before).execute();
      return Number(numDeletedRows);
    },
  };
}
