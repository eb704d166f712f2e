import type { Kysely } from "kysely";
import { contentHash, formerHash, slotHash } from "../memory-keys.ts";
import type { KeptMemory, MemoryFilter, MemoryRows, NumberedMemory } from "../port/memories.ts";
import type { Schema } from "../schema.ts";
import { idsLike } from "./part-of-id.ts";
import { dropPassages } from "./passages.ts";
import { folderAt, SAME_PROJECT } from "./projects.ts";
import { rawRows } from "./raw-sql.ts";
import { insert } from "./statements.ts";

const COLUMNS = `id, agent, project, content, kind, source, session_id AS sessionId, created_at AS createdAt,
  last_used_at AS lastUsedAt, superseded_by AS supersededBy, receipt_id AS receiptId, weight,
  superseded_at AS supersededAt, superseded_why AS supersededWhy, forgotten_at AS forgottenAt`;

export const CURRENT = "forgotten_at IS NULL AND superseded_by IS NULL";

type Value = string | number;

/** As text: a session's start lists memories, and a distillation looks for each of its facts. */
function conditionsOf(filter: MemoryFilter) {
  const { project, agent, kind, sessionId, receiptId, scope, sameWords, sameSlot } = filter;
  const {
    supersededBy,
    forgottenSince,
    withPast = supersededBy !== undefined || forgottenSince !== undefined,
  } = filter;
  const all: string[] = [];
  const values: Value[] = [];
  const where = (condition: string, ...parameters: readonly Value[]) => {
    all.push(condition);
    values.push(...parameters);
  };
  const whereIs = (column: string, value: string | null | undefined) => {
    if (value === null) where(`${column} IS NULL`);
    else if (value !== undefined) where(`${column} = ?`, value);
  };
  if (!withPast) where(CURRENT);
  for (const path of [project, scope?.project]) {
    if (path === null) where("folder IS NULL");
    else if (path !== undefined) where(`folder IN ${SAME_PROJECT}`, path);
  }
  whereIs("agent", agent);
  whereIs("agent", scope?.agent);
  whereIs("kind", kind);
  whereIs("session_id", sessionId);
  whereIs("receipt_id", receiptId);
  whereIs("superseded_by", supersededBy);
  if (sameWords !== undefined) where("content_hash IN (?, ?)", contentHash(sameWords), formerHash(sameWords));
  if (sameSlot !== undefined) {
    const slot = slotHash(sameSlot);
    if (slot === null) where("FALSE");
    else where("slot_hash = ?", slot);
  }
  if (forgottenSince !== undefined) where("forgotten_at >= ?", forgottenSince);
  return { text: all.join(" AND ") || "TRUE", values };
}

export function memoryRows(db: Kysely<Schema>): MemoryRows {
  const read = (rest: string, values: readonly Value[]) =>
    rawRows<KeptMemory>(db, `SELECT ${COLUMNS} FROM memories WHERE ${rest}`, values);

  return {
    async insert(memory) {
      const { content, project } = memory;
      const folder = project === null ? null : await folderAt(db, project);
      const hashes = { contentHash: contentHash(content), slotHash: slotHash(content) };
      await insert(db, "memories", { ...memory, ...hashes, folder });
    },

    async find(partOfId) {
      const ids = await idsLike(db, "memories", partOfId);
      return read("id IN (SELECT value FROM json_each(?)) ORDER BY created_at DESC, id DESC", [ids]);
    },

    list({ limit, ...filter }) {
      const { text, values } = conditionsOf(filter);
      // A negative limit is none.
      return read(`${text} ORDER BY created_at DESC, id DESC LIMIT ?`, [...values, limit ?? -1]);
    },

    async byNumber(pks) {
      if (pks.length === 0) return [];
      const text = `
        SELECT pk, ${COLUMNS} FROM memories WHERE forgotten_at IS NULL AND pk IN (SELECT value FROM json_each(?))`;
      const rows = await rawRows<KeptMemory & { pk: number }>(db, text, [JSON.stringify(pks)]);
      return rows.map(
        ({ pk, supersededAt, supersededWhy: _why, forgottenAt: _at, ...memory }): NumberedMemory => ({
          ...{ pk, supersededAt, memory },
        }),
      );
    },

    async change(ids, change) {
      if (ids.length > 0) await db.updateTable("memories").set(change).where("id", "in", ids).execute();
    },

    async supersede(id, { by, at, why }) {
      const row = await db
        .updateTable("memories")
        .set({ supersededBy: by, supersededAt: at, supersededWhy: why })
        .where("id", "=", id)
        .where("supersededBy", "is", null)
        .where("forgottenAt", "is", null)
        .returning("pk")
        .executeTakeFirst();
      return row !== undefined;
    },

    async forget(id, at) {
      const row = await db
        .updateTable("memories")
        // The reason quotes its words.
        .set({ forgottenAt: at, content: "", slotHash: null, supersededWhy: null })
        .where("id", "=", id)
        .where("forgottenAt", "is", null)
        .returning("pk")
        .executeTakeFirst();
      if (!row) return false;
      await dropPassages(db, "memories", [row.pk]);
      return true;
    },

    async remove(id) {
      await db.updateTable("memories").set({ supersededWhy: null }).where("supersededBy", "=", id).execute();
      const row = await db.deleteFrom("memories").where("id", "=", id).returning("pk").executeTakeFirst();
      if (row) await dropPassages(db, "memories", [row.pk]);
    },
  };
}
