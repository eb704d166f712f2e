import { type Kysely, sql } from "kysely";
import { sha256 } from "../../core/index.ts";
import type { MemoryRecord } from "../records.ts";
import type { Schema } from "../schema.ts";
import { compiledOnce } from "./compiled.ts";
import { idFits, MOST_CANDIDATES } from "./part-of-id.ts";
import { dropPassages } from "./passages.ts";

export interface MemoryFilter {
  readonly project?: string | undefined;
  readonly agent?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly limit?: number | undefined;
}

export interface MemoryRows {
  insert(memory: MemoryRecord): Promise<void>;
  /** The live memory that says the same in the same scope, white space and case apart. */
  sameAs(memory: Pick<MemoryRecord, "content" | "agent" | "project">): Promise<MemoryRecord | undefined>;
  get(id: string): Promise<MemoryRecord | undefined>;
  /** Says that a distillation found again what was known already. */
  adopt(id: string, receiptId: string, weight: number): Promise<void>;
  /** What a distillation extracted, most important first. */
  ofReceipt(receiptId: string): Promise<MemoryRecord[]>;
  /** By id or a part of it, which may fit several. */
  find(partOfId: string): Promise<MemoryRecord[]>;
  list(filter: MemoryFilter): Promise<MemoryRecord[]>;
  /** By the numbers that the index knows them by, superseded ones too; in no order. */
  byNumber(pks: readonly number[]): Promise<NumberedMemory[]>;
  touch(ids: readonly string[], at: string): Promise<void>;
  forget(id: string, at: string): Promise<boolean>;
  /** Takes it out altogether: nothing of it is left. */
  remove(id: string): Promise<void>;
  count(): Promise<number>;
}

/** A memory with what the index goes by. */
export interface NumberedMemory {
  readonly pk: number;
  readonly supersededAt: string | null;
  readonly memory: MemoryRecord;
}

const contentHash = (content: string): string => sha256(content.replace(/\s+/g, " ").trim().toLowerCase());

const COLUMNS = [
  "memories.id",
  "memories.agent",
  "memories.project",
  "memories.content",
  "memories.kind",
  "memories.source",
  "memories.sessionId",
  "memories.createdAt",
  "memories.lastUsedAt",
  "memories.supersededBy",
  "memories.receiptId",
  "memories.weight",
] as const;

/** What a session remembered: asked for by every start. */
const newestOfSession = compiledOnce(["sessionId", "limit"], (db, mark) =>
  db
    .selectFrom("memories")
    .select(COLUMNS)
    .where("memories.forgottenAt", "is", null)
    .where("memories.sessionId", "=", mark("sessionId"))
    .orderBy("memories.createdAt", "desc")
    .orderBy("memories.id", "desc")
    .limit(sql<number>`${mark("limit")}`),
);

export function memoryRows(db: Kysely<Schema>): MemoryRows {
  const live = () => db.selectFrom("memories").select(COLUMNS).where("memories.forgottenAt", "is", null);
  const get = (id: string) => live().where("memories.id", "=", id).executeTakeFirst();

  return {
    async insert(memory) {
      await db
        .insertInto("memories")
        .values({ ...memory, contentHash: contentHash(memory.content), forgottenAt: null })
        .execute();
    },

    async adopt(id, receiptId, weight) {
      await db.updateTable("memories").set({ receiptId, weight }).where("id", "=", id).execute();
    },

    ofReceipt: (receiptId) =>
      live()
        .where("memories.receiptId", "=", receiptId)
        .orderBy("memories.weight", "desc")
        .orderBy("memories.id")
        .execute(),

    sameAs: ({ content, agent, project }) =>
      live()
        .where("memories.contentHash", "=", contentHash(content))
        .where("memories.agent", "is", agent)
        .where("memories.project", "is", project)
        .where("memories.supersededBy", "is", null)
        .executeTakeFirst(),

    get,

    async find(partOfId) {
      const exact = await get(partOfId);
      return exact ? [exact] : live().where(idFits(partOfId)).limit(MOST_CANDIDATES).execute();
    },

    async list(filter) {
      const { project, agent, sessionId, limit } = filter;
      if (project === undefined && agent === undefined && sessionId !== undefined && limit !== undefined)
        return [...(await newestOfSession(db, { sessionId, limit }))];
      let query = live();
      if (filter.project !== undefined) query = query.where("memories.project", "=", filter.project);
      if (filter.agent !== undefined) query = query.where("memories.agent", "=", filter.agent);
      if (filter.sessionId !== undefined) query = query.where("memories.sessionId", "=", filter.sessionId);
      if (filter.limit !== undefined) query = query.limit(filter.limit);
      return query.orderBy("memories.createdAt", "desc").orderBy("memories.id", "desc").execute();
    },

    async byNumber(pks) {
      if (pks.length === 0) return [];
      const rows = await live()
        .select(["memories.pk", "memories.supersededAt"])
        .where("memories.pk", "in", [...pks])
        .execute();
      return rows.map(({ pk, supersededAt, ...memory }) => ({ pk, supersededAt, memory }));
    },

    async touch(ids, at) {
      if (ids.length === 0) return;
      await db.updateTable("memories").set({ lastUsedAt: at }).where("id", "in", ids).execute();
    },

    async forget(id, at) {
      const row = await db
        .updateTable("memories")
        .set({ forgottenAt: at })
        .where("id", "=", id)
        .where("forgottenAt", "is", null)
        .returning("pk")
        .executeTakeFirst();
      if (!row) return false;
      await dropPassages(db, "memories", [row.pk]);
      return true;
    },

    async remove(id) {
      const row = await db.deleteFrom("memories").where("id", "=", id).returning("pk").executeTakeFirst();
      if (row) await dropPassages(db, "memories", [row.pk]);
    },

    async count() {
      const row = await db
        .selectFrom("memories")
        .select((select) => select.fn.countAll<number>().as("total"))
        .where("forgottenAt", "is", null)
        .executeTakeFirstOrThrow();
      return row.total;
    },
  };
}
