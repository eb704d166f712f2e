import { type Kysely, sql } from "kysely";
import { z } from "zod";
import type { FollowedPlace, TranscriptCursor } from "../records/capture.ts";
import type { Schema } from "../schema.ts";
import { inBatches } from "./batches.ts";
import { compiledOnce } from "./compiled.ts";
import { countOf, insertNew, put } from "./statements.ts";

export interface ProvisionalRow {
  readonly sourceId: string;
  readonly entry: string;
  readonly createdAt: string;
}

/** The state of capture between hooks: how far each file was read, and entries reported only by hooks so far. */
export interface CaptureRows {
  cursor(path: string): Promise<TranscriptCursor | undefined>;
  saveCursor(cursor: TranscriptCursor, at: string): Promise<void>;

  /** How far the session's history in a client's database was read, in the reader's own format. */
  mark(sessionId: string, path: string): Promise<string | undefined>;
  saveMark(sessionId: string, path: string, mark: string, at: string): Promise<void>;

  /** The history folders that are watched, by client. */
  followed(): Promise<FollowedPlace[]>;
  follow(place: FollowedPlace): Promise<void>;

  /** Marks entries of the session's file as another session's. */
  handOver(sessionId: string, sourceIds: readonly string[]): Promise<void>;
  handedOver(sessionId: string): Promise<ReadonlySet<string>>;

  /** Records a purge: the client may still have the session's file. */
  notePurged(harness: string, key: string, at: string): Promise<void>;
  wasPurged(harness: string, key: string): Promise<boolean>;

  /** False if it exists. */
  addProvisional(sessionId: string, row: ProvisionalRow): Promise<boolean>;
  provisional(sessionId: string): Promise<ProvisionalRow[]>;
  /** Returns how many of these were provisional. */
  confirm(sessionId: string, sourceIds: readonly string[]): Promise<number>;

  /** False if this hook event was already processed. */
  markHook(id: string, at: string): Promise<boolean>;
  bindToolCall(toolUseId: string, sessionId: string, at: string): Promise<void>;
  sessionOfToolCall(toolUseId: string): Promise<string | undefined>;
  /** Deletes old bookkeeping. */
  tidy(before: string): Promise<void>;
}

const variables = z.record(z.string(), z.string());

const cursorOf = compiledOnce(["path"], (db, mark) =>
  db.selectFrom("transcripts").selectAll().where("path", "=", mark("path")),
);

const handedOverTo = compiledOnce(["sessionId"], (db, mark) =>
  db.selectFrom("handedOver").select("sourceId").where("sessionId", "=", mark("sessionId")),
);

const provisionalOf = compiledOnce(["sessionId"], (db, mark) =>
  db
    .selectFrom("provisionalEntries")
    .select(["sourceId", "entry", "createdAt"])
    .where("sessionId", "=", mark("sessionId"))
    .orderBy("createdAt")
    .orderBy("sourceId"),
);

export function captureRows(db: Kysely<Schema>): CaptureRows {
  return {
    cursor: async (path) => (await cursorOf(db, { path }))[0],

    saveCursor: (cursor, updatedAt) => put(db, "transcripts", { ...cursor, updatedAt }, "path"),

    async mark(sessionId, path) {
      const row = await db
        .selectFrom("historyMarks")
        .select("mark")
        .where("sessionId", "=", sessionId)
        .where("path", "=", path)
        .executeTakeFirst();
      return row?.mark;
    },

    saveMark: (sessionId, path, mark, updatedAt) =>
      put(db, "historyMarks", { sessionId, path, mark, updatedAt }, "sessionId", "path"),

    async followed() {
      const rows = await db.selectFrom("followedPlaces").selectAll().orderBy("harness").execute();
      return rows.map(({ env, ...row }) => ({ ...row, env: variables.parse(JSON.parse(env)) }));
    },

    follow: (place) => put(db, "followedPlaces", { ...place, env: JSON.stringify(place.env) }, "harness"),

    async handOver(sessionId, sourceIds) {
      for (const batch of inBatches(sourceIds)) {
        await db
          .insertInto("handedOver")
          .values(batch.map((sourceId) => ({ sessionId, sourceId })))
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
    },

    handedOver: async (sessionId) => new Set((await handedOverTo(db, { sessionId })).map(({ sourceId }) => sourceId)),

    notePurged: (harness, key, purgedAt) => put(db, "purgedSessions", { harness, key, purgedAt }, "harness", "key"),

    wasPurged: async (harness, key) =>
      (await countOf(db, "purgedSessions", sql`harness = ${harness} AND key = ${key}`)) > 0,

    addProvisional: (sessionId, row) => insertNew(db, "provisionalEntries", { sessionId, ...row }),

    provisional: async (sessionId) => [...(await provisionalOf(db, { sessionId }))],

    async confirm(sessionId, sourceIds) {
      if (sourceIds.length === 0) return 0;
      const rows = await db
        .deleteFrom("provisionalEntries")
        .where("sessionId", "=", sessionId)
        .where("sourceId", "in", sourceIds)
        .returning("sourceId")
        .execute();
      return rows.length;
    },

    markHook: (id, seenAt) => insertNew(db, "seenHooks", { id, seenAt }),

    async bindToolCall(toolUseId, sessionId, createdAt) {
      await insertNew(db, "toolCalls", { toolUseId, sessionId, createdAt });
    },

    async sessionOfToolCall(toolUseId) {
      const row = await db
        .selectFrom("toolCalls")
        .select("sessionId")
        .where("toolUseId", "=", toolUseId)
        .executeTakeFirst();
      return row?.sessionId;
    },

    async tidy(before) {
      await db.deleteFrom("seenHooks").where("seenAt", "<", before).execute();
      await db.deleteFrom("toolCalls").where("createdAt", "<", before).execute();
    },
  };
}
