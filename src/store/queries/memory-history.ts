import type { Kysely } from "kysely";
import type { KeptMemory, MemoryRecord } from "../records/memories.ts";
import type { Schema } from "../schema.ts";
import { idFits, MOST_CANDIDATES } from "./part-of-id.ts";
import { dropPassages } from "./passages.ts";
import { sameProject } from "./projects.ts";

export interface MemoryFilter {
  readonly project?: string | undefined;
  readonly agent?: string | undefined;
  readonly kind?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly limit?: number | undefined;
}

export interface Succession {
  readonly by: string;
  readonly at: string;
  readonly why: string;
}

/** Superseded and forgotten memories. */
export interface MemoryHistoryRows {
  /** False if it was already superseded or forgotten. */
  supersede(id: string, succession: Succession): Promise<boolean>;
  /** Deletes its words but keeps the record; false if it was already forgotten. */
  forget(id: string, at: string): Promise<boolean>;
  /** Deletes it completely. */
  remove(id: string): Promise<void>;
  /** Like `list`, with superseded and forgotten ones. */
  history(filter: MemoryFilter): Promise<KeptMemory[]>;
  /** By id or part of it; also forgotten ones, so that a part never comes to mean another memory. */
  find(partOfId: string): Promise<KeptMemory[]>;
  /** What it replaced, newest first, with forgotten ones. */
  replacedBy(id: string): Promise<KeptMemory[]>;
}

export const COLUMNS = [
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
] as const satisfies readonly `memories.${keyof MemoryRecord}`[];

export function selectMemories(db: Kysely<Schema>, { project, agent, kind, sessionId, limit }: MemoryFilter) {
  let query = db.selectFrom("memories").select(COLUMNS);
  if (project !== undefined) query = query.where("memories.folder", "in", sameProject(project));
  if (agent !== undefined) query = query.where("memories.agent", "=", agent);
  if (kind !== undefined) query = query.where("memories.kind", "=", kind);
  if (sessionId !== undefined) query = query.where("memories.sessionId", "=", sessionId);
  if (limit !== undefined) query = query.limit(limit);
  return query.orderBy("memories.createdAt", "desc").orderBy("memories.id", "desc");
}

const PAST = ["memories.supersededAt", "memories.supersededWhy", "memories.forgottenAt"] as const;

export function memoryHistoryRows(db: Kysely<Schema>): MemoryHistoryRows {
  const kept = (filter: MemoryFilter) => selectMemories(db, filter).select(PAST);

  return {
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
      // The reasons of those it replaced quote its words.
      await db.updateTable("memories").set({ supersededWhy: null }).where("supersededBy", "=", id).execute();
      const row = await db.deleteFrom("memories").where("id", "=", id).returning("pk").executeTakeFirst();
      if (row) await dropPassages(db, "memories", [row.pk]);
    },

    history: (filter) => kept(filter).execute(),

    async find(partOfId) {
      const exact = await kept({}).where("memories.id", "=", partOfId).executeTakeFirst();
      return exact ? [exact] : kept({ limit: MOST_CANDIDATES }).where(idFits(partOfId)).execute();
    },

    replacedBy: (id) => kept({}).where("memories.supersededBy", "=", id).execute(),
  };
}
