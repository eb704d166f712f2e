import { type Kysely, sql } from "kysely";
import { contentHash, formerHash, slotHash } from "../memory-keys.ts";
import type { MemoryRecord } from "../records/memories.ts";
import type { Schema } from "../schema.ts";
import { compiledOnce } from "./compiled.ts";
import {
  COLUMNS,
  type MemoryFilter,
  type MemoryHistoryRows,
  memoryHistoryRows,
  selectMemories,
} from "./memory-history.ts";
import { folderAt, sameProject } from "./projects.ts";
import { countOf, insert } from "./statements.ts";

/** Without agent or project, a memory holds for all. */
export type MemoryScope = Pick<MemoryRecord, "agent" | "project">;

export interface MemoryRows extends MemoryHistoryRows {
  insert(memory: MemoryRecord): Promise<void>;
  /** The current memory with the same words in the same scope, ignoring case, spaces, punctuation and markdown. */
  sameAs(memory: MemoryScope & Pick<MemoryRecord, "content">): Promise<MemoryRecord | undefined>;
  /** Whether the same words in the same scope were forgotten at this time or later. */
  wasForgotten(memory: MemoryScope & Pick<MemoryRecord, "content">, since: string): Promise<boolean>;
  /** Current memories of exactly this scope with the same slot, oldest first. */
  ofSameSlot(memory: MemoryScope & Pick<MemoryRecord, "content">): Promise<MemoryRecord[]>;
  /** Sets the source of an extracted memory that is now remembered on purpose. */
  claim(id: string, by: Pick<MemoryRecord, "source" | "sessionId">): Promise<void>;
  get(id: string): Promise<MemoryRecord | undefined>;
  /** A distillation extracted a known memory again. */
  adopt(id: string, receiptId: string, weight: number): Promise<void>;
  /** What a distillation extracted, most important first. */
  ofReceipt(receiptId: string): Promise<MemoryRecord[]>;
  /** Current ones, newest first. */
  list(filter: MemoryFilter): Promise<MemoryRecord[]>;
  /** By index number, superseded ones too; unordered. */
  byNumber(pks: readonly number[]): Promise<NumberedMemory[]>;
  touch(ids: readonly string[], at: string): Promise<void>;
  /** Current ones. */
  count(): Promise<number>;
}

/** A memory with its number in the index. */
export interface NumberedMemory {
  readonly pk: number;
  readonly supersededAt: string | null;
  readonly memory: MemoryRecord;
}

/** Runs at every session start. */
const newestOfSession = compiledOnce(["sessionId", "limit"], (db, mark) =>
  db
    .selectFrom("memories")
    .select(COLUMNS)
    .where("memories.forgottenAt", "is", null)
    .where("memories.supersededBy", "is", null)
    .where("memories.sessionId", "=", mark("sessionId"))
    .orderBy("memories.createdAt", "desc")
    .orderBy("memories.id", "desc")
    .limit(sql<number>`${mark("limit")}`),
);

/*
 * Compiled once, because a distillation runs them for each fact.
 */

/** Any folder of exactly this project; null: no project. */
const isOfProject = (project: string | null) =>
  sql<boolean>`(memories.folder IN ${sameProject(project ?? "")} OR (memories.folder IS NULL AND ${project} IS NULL))`;

const ofScope = (db: Kysely<Schema>, mark: (name: "agent" | "project") => string) =>
  db
    .selectFrom("memories")
    .select(COLUMNS)
    .where("memories.agent", "is", mark("agent"))
    .where(isOfProject(mark("project")));

const holdingIn = (db: Kysely<Schema>, mark: (name: "agent" | "project") => string) =>
  ofScope(db, mark).where("memories.forgottenAt", "is", null).where("memories.supersededBy", "is", null);

const holdingTheSame = compiledOnce(["contentHash", "agent", "project"], (db, mark) =>
  holdingIn(db, mark).where("memories.contentHash", "=", mark("contentHash")),
);

const holdingTheSlot = compiledOnce(["slotHash", "agent", "project"], (db, mark) =>
  holdingIn(db, mark).where("memories.slotHash", "=", mark("slotHash")).orderBy("memories.pk"),
);

const forgottenTheSame = compiledOnce(["contentHash", "formerHash", "agent", "project", "since"], (db, mark) =>
  ofScope(db, mark)
    .where("memories.contentHash", "in", [mark("contentHash"), mark("formerHash")])
    .where("memories.forgottenAt", ">=", mark("since")),
);

const numbered = compiledOnce(["pks"], (db, mark) =>
  db
    .selectFrom("memories")
    .select([...COLUMNS, "memories.pk", "memories.supersededAt"])
    .where("memories.forgottenAt", "is", null)
    .where("memories.pk", "in", sql<number>`(SELECT value FROM json_each(${mark("pks")}))`),
);

export function memoryRows(db: Kysely<Schema>): MemoryRows {
  const live = () => db.selectFrom("memories").select(COLUMNS).where("memories.forgottenAt", "is", null);
  const holding = () => live().where("memories.supersededBy", "is", null);

  return {
    ...memoryHistoryRows(db),

    async insert(memory) {
      const { content, project } = memory;
      const folder = project === null ? null : await folderAt(db, project);
      const hashes = { contentHash: contentHash(content), slotHash: slotHash(content) };
      await insert(db, "memories", { ...memory, ...hashes, folder });
    },

    async adopt(id, receiptId, weight) {
      await db.updateTable("memories").set({ receiptId, weight }).where("id", "=", id).execute();
    },

    async claim(id, { source, sessionId }) {
      await db
        .updateTable("memories")
        .set({ source, ...(sessionId !== null && { sessionId }) })
        .where("id", "=", id)
        .execute();
    },

    ofReceipt: (receiptId) =>
      holding()
        .where("memories.receiptId", "=", receiptId)
        .orderBy("memories.weight", "desc")
        .orderBy("memories.id")
        .execute(),

    async sameAs({ content, agent, project }) {
      const [same] = await holdingTheSame(db, { contentHash: contentHash(content), agent, project });
      return same;
    },

    async wasForgotten({ content, agent, project }, since) {
      const hashes = { contentHash: contentHash(content), formerHash: formerHash(content) };
      return (await forgottenTheSame(db, { ...hashes, agent, project, since })).length > 0;
    },

    async ofSameSlot({ content, agent, project }) {
      const slot = slotHash(content);
      return slot === null ? [] : [...(await holdingTheSlot(db, { slotHash: slot, agent, project }))];
    },

    get: (id) => live().where("memories.id", "=", id).executeTakeFirst(),

    async list(filter) {
      const { project, agent, kind, sessionId, limit } = filter;
      const isPlain = project === undefined && agent === undefined && kind === undefined;
      if (isPlain && sessionId !== undefined && limit !== undefined)
        return [...(await newestOfSession(db, { sessionId, limit }))];
      return selectMemories(db, filter)
        .where("memories.forgottenAt", "is", null)
        .where("memories.supersededBy", "is", null)
        .execute();
    },

    async byNumber(pks) {
      if (pks.length === 0) return [];
      const rows = await numbered(db, { pks: JSON.stringify(pks) });
      return rows.map(({ pk, supersededAt, ...memory }) => ({ pk, supersededAt, memory }));
    },

    async touch(ids, at) {
      if (ids.length === 0) return;
      await db.updateTable("memories").set({ lastUsedAt: at }).where("id", "in", ids).execute();
    },

    count: () => countOf(db, "memories", sql`forgotten_at IS NULL AND superseded_by IS NULL`),
  };
}
