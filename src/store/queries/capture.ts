import type { Kysely } from "kysely";
import type { TranscriptCursor } from "../records.ts";
import type { Schema } from "../schema.ts";
import { compiledOnce } from "./compiled.ts";

export interface ProvisionalRow {
  readonly sourceId: string;
  readonly entry: string;
  readonly createdAt: string;
}

/** What capture must remember between hooks: how far each file was read, and what only a hook has told so far. */
export interface CaptureRows {
  cursor(path: string): Promise<TranscriptCursor | undefined>;
  cursorsOf(sessionId: string): Promise<TranscriptCursor[]>;
  saveCursor(cursor: TranscriptCursor, at: string): Promise<void>;

  /** How far the session's history in a client's database was read, in the words of whoever reads it. */
  mark(sessionId: string, path: string): Promise<string | undefined>;
  saveMark(sessionId: string, path: string, mark: string, at: string): Promise<void>;

  /** False when it was there already. */
  addProvisional(sessionId: string, row: ProvisionalRow): Promise<boolean>;
  provisional(sessionId: string): Promise<ProvisionalRow[]>;
  /** How many of these were waiting, and are no more. */
  confirm(sessionId: string, sourceIds: readonly string[]): Promise<number>;

  /** False when this very hook event was taken in before. */
  markHook(id: string, at: string): Promise<boolean>;
  bindToolCall(toolUseId: string, sessionId: string, at: string): Promise<void>;
  sessionOfToolCall(toolUseId: string): Promise<string | undefined>;
  /** Forgets bookkeeping that can no longer matter. */
  tidy(before: string): Promise<void>;
}

const cursorOf = compiledOnce(["path"], (db, mark) =>
  db.selectFrom("transcripts").selectAll().where("path", "=", mark("path")),
);

const provisionalAdded = compiledOnce(["sessionId", "sourceId", "entry", "createdAt"], (db, mark) =>
  db
    .insertInto("provisionalEntries")
    .values({
      sessionId: mark("sessionId"),
      sourceId: mark("sourceId"),
      entry: mark("entry"),
      createdAt: mark("createdAt"),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("sourceId"),
);

const provisionalOf = compiledOnce(["sessionId"], (db, mark) =>
  db
    .selectFrom("provisionalEntries")
    .select(["sourceId", "entry", "createdAt"])
    .where("sessionId", "=", mark("sessionId"))
    .orderBy("createdAt")
    .orderBy("sourceId"),
);

const hookMarked = compiledOnce(["id", "seenAt"], (db, mark) =>
  db
    .insertInto("seenHooks")
    .values({ id: mark("id"), seenAt: mark("seenAt") })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id"),
);

export function captureRows(db: Kysely<Schema>): CaptureRows {
  return {
    cursor: async (path) => (await cursorOf(db, { path }))[0],

    cursorsOf: (sessionId) => db.selectFrom("transcripts").selectAll().where("sessionId", "=", sessionId).execute(),

    async saveCursor(cursor, updatedAt) {
      const { path, ...rest } = { ...cursor, updatedAt };
      await db
        .insertInto("transcripts")
        .values({ path, ...rest })
        .onConflict((conflict) => conflict.column("path").doUpdateSet(rest))
        .execute();
    },

    async mark(sessionId, path) {
      const row = await db
        .selectFrom("historyMarks")
        .select("mark")
        .where("sessionId", "=", sessionId)
        .where("path", "=", path)
        .executeTakeFirst();
      return row?.mark;
    },

    async saveMark(sessionId, path, mark, updatedAt) {
      await db
        .insertInto("historyMarks")
        .values({ sessionId, path, mark, updatedAt })
        .onConflict((conflict) => conflict.columns(["sessionId", "path"]).doUpdateSet({ mark, updatedAt }))
        .execute();
    },

    async addProvisional(sessionId, row) {
      return (await provisionalAdded(db, { sessionId, ...row })).length > 0;
    },

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

    async markHook(id, seenAt) {
      return (await hookMarked(db, { id, seenAt })).length > 0;
    },

    async bindToolCall(toolUseId, sessionId, createdAt) {
      await db
        .insertInto("toolCalls")
        .values({ toolUseId, sessionId, createdAt })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
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
