import type { Kysely, Selectable } from "kysely";
import { canonicalJson, sha256 } from "../../core/index.ts";
import {
  type AccumulatorRecord,
  CHECKPOINT_TRIGGERS,
  type CheckpointRecord,
  type CheckpointTrigger,
  type NewCheckpoint,
  type TombstoneRecord,
} from "../records/checkpoints.ts";
import type { AccumulatorsTable, CheckpointsTable, Schema } from "../schema.ts";
import { columnText } from "../storable-text.ts";
import { compiledOnce } from "./compiled.ts";
import { idFits, MOST_CANDIDATES } from "./part-of-id.ts";
import { dropPassages } from "./passages.ts";
import { folderAt, sameProject } from "./projects.ts";
import { countOf, put } from "./statements.ts";

export interface CheckpointFilter {
  readonly sessionId?: string | undefined;
  readonly sessionKey?: string | undefined;
  readonly project?: string | undefined;
  readonly task?: string | undefined;
  readonly trigger?: CheckpointTrigger | undefined;
  /** Only those up to this time. */
  readonly until?: string | undefined;
  readonly limit?: number | undefined;
}

/** A checkpoint with its number in the index. */
export interface NumberedCheckpoint {
  readonly pk: number;
  readonly agent: string | null;
  readonly project: string | null;
  readonly checkpoint: CheckpointRecord;
}

export interface CheckpointRows {
  /** Links the checkpoint to its session's chain and moves the head, in one step. Run it in a transaction. */
  append(checkpoint: NewCheckpoint): Promise<CheckpointRecord>;
  get(id: string): Promise<CheckpointRecord | undefined>;
  /** By id or part of it; may match several. */
  find(partOfId: string): Promise<CheckpointRecord[]>;
  list(filter: CheckpointFilter): Promise<CheckpointRecord[]>;
  /** By index number; unordered. */
  byNumber(pks: readonly number[]): Promise<NumberedCheckpoint[]>;
  tombstones(sessionId: string): Promise<TombstoneRecord[]>;
  /** Removes a checkpoint but keeps its hashes, so that the chain can still be verified. */
  tombstone(id: string, prunedAt: string): Promise<void>;
  sessionsWithCheckpointsBefore(time: string): Promise<string[]>;
  accumulator(sessionId: string): Promise<AccumulatorRecord | undefined>;
  saveAccumulator(accumulator: AccumulatorRecord): Promise<void>;
  /** Accumulators with prompts that no checkpoint covers. */
  pendingAccumulators(): Promise<AccumulatorRecord[]>;
  setResumePoint(project: string, checkpointId: string, createdAt: string): Promise<void>;
  resumePoint(project: string): Promise<string | undefined>;
  /** Returns and removes it: of many concurrent callers, one gets it. */
  takeResumePoint(project: string): Promise<string | undefined>;
  count(): Promise<number>;
}

/** The hash covers everything a reader can see of the checkpoint, and the hash before it. */
export function checkpointHash(checkpoint: NewCheckpoint, previousHash: string | null): string {
  const { id, sessionId, sessionKey, harness, project, projectNormalized, trigger, digest, promptCount } = checkpoint;
  const { memoryQueries, recentRemembers, messageSeq, createdAt, structured } = checkpoint;
  const covered = {
    ...{ id, sessionId, sessionKey, harness, project, projectNormalized, trigger, digest, promptCount },
    ...{ memoryQueries, recentRemembers, messageSeq, createdAt },
    // Absent, not null, so that older hashes stay valid.
    ...(structured && { structured }),
  };
  return sha256(`${previousHash ?? ""}\n${canonicalJson(covered)}`);
}

function strings(json: string): string[] {
  const value: unknown = JSON.parse(json);
  return Array.isArray(value) ? value.map(String) : [];
}

function toRecord(row: Selectable<CheckpointsTable>): CheckpointRecord {
  const { pk: _pk, ...rest } = row;
  return {
    ...rest,
    trigger: CHECKPOINT_TRIGGERS.find((known) => known === row.trigger) ?? "explicit",
    memoryQueries: strings(row.memoryQueries),
    recentRemembers: strings(row.recentRemembers),
    structured: row.structured === null ? null : JSON.parse(row.structured),
  };
}

const accumulatorOf = compiledOnce(["sessionId"], (db, mark) =>
  db.selectFrom("accumulators").selectAll().where("sessionId", "=", mark("sessionId")),
);

export function checkpointRows(db: Kysely<Schema>): CheckpointRows {
  const get = async (id: string) => {
    const row = await db.selectFrom("checkpoints").selectAll().where("id", "=", id).executeTakeFirst();
    return row && toRecord(row);
  };
  const toAccumulator = (row: AccumulatorsTable): AccumulatorRecord => ({
    ...row,
    queries: strings(row.queries),
    remembers: strings(row.remembers),
    memoriesAccessed: strings(row.memoriesAccessed),
  });

  return {
    get,

    async append(input) {
      const checkpoint = { ...input, digest: columnText(input.digest) };
      const session = await db
        .selectFrom("sessions")
        .select("checkpointHead")
        .where("id", "=", checkpoint.sessionId)
        .executeTakeFirstOrThrow();
      const previousHash = session.checkpointHead;
      const hash = checkpointHash(checkpoint, previousHash);
      const record: CheckpointRecord = { ...checkpoint, hash, previousHash };
      await db
        .insertInto("checkpoints")
        .values({
          ...record,
          memoryQueries: JSON.stringify(record.memoryQueries),
          recentRemembers: JSON.stringify(record.recentRemembers),
          structured: record.structured && JSON.stringify(record.structured),
        })
        .execute();
      await db
        .updateTable("sessions")
        .set((set) => ({ checkpointHead: hash, checkpointCount: set("checkpointCount", "+", 1) }))
        .where("id", "=", checkpoint.sessionId)
        .execute();
      return record;
    },

    async byNumber(pks) {
      if (pks.length === 0) return [];
      const rows = await db
        .selectFrom("checkpoints")
        .innerJoin("sessions", "sessions.id", "checkpoints.sessionId")
        .selectAll("checkpoints")
        .select("sessions.agent")
        .where("checkpoints.pk", "in", [...pks])
        .execute();
      return rows.map(({ agent, ...row }) => ({
        ...{ pk: row.pk, agent, project: row.projectNormalized },
        checkpoint: toRecord(row),
      }));
    },

    async find(partOfId) {
      const exact = await get(partOfId);
      if (exact) return [exact];
      const rows = await db
        .selectFrom("checkpoints")
        .selectAll()
        .where(idFits(partOfId))
        .limit(MOST_CANDIDATES)
        .execute();
      return rows.map(toRecord);
    },

    async list(filter) {
      let query = db.selectFrom("checkpoints").selectAll("checkpoints");
      if (filter.sessionId !== undefined) query = query.where("checkpoints.sessionId", "=", filter.sessionId);
      if (filter.sessionKey !== undefined) query = query.where("checkpoints.sessionKey", "=", filter.sessionKey);
      if (filter.project !== undefined) {
        const ofProject = db.selectFrom("sessions").select("id").where("folder", "in", sameProject(filter.project));
        query = query.where("checkpoints.sessionId", "in", ofProject);
      }
      if (filter.trigger !== undefined) query = query.where("checkpoints.trigger", "=", filter.trigger);
      if (filter.until !== undefined) query = query.where("checkpoints.createdAt", "<=", filter.until);
      if (filter.task !== undefined) {
        query = query
          .innerJoin("sessions", "sessions.id", "checkpoints.sessionId")
          .where("sessions.task", "=", filter.task);
      }
      if (filter.limit !== undefined) query = query.limit(filter.limit);
      const rows = await query.orderBy("checkpoints.createdAt", "desc").orderBy("checkpoints.id", "desc").execute();
      return rows.map(toRecord);
    },

    tombstones: (sessionId) =>
      db
        .selectFrom("checkpointTombstones")
        .selectAll()
        .where("sessionId", "=", sessionId)
        .orderBy("createdAt")
        .orderBy("id")
        .execute(),

    async tombstone(id, prunedAt) {
      const row = await db
        .selectFrom("checkpoints")
        .select(["pk", "id", "sessionId", "hash", "previousHash", "createdAt"])
        .where("id", "=", id)
        .executeTakeFirst();
      if (!row) return;
      const { pk, ...tombstone } = row;
      await db
        .insertInto("checkpointTombstones")
        .values({ ...tombstone, prunedAt })
        .execute();
      await db.deleteFrom("checkpoints").where("id", "=", id).execute();
      await dropPassages(db, "checkpoints", [pk]);
      await db
        .updateTable("sessions")
        .set((set) => ({ checkpointCount: set("checkpointCount", "-", 1) }))
        .where("id", "=", row.sessionId)
        .execute();
    },

    async sessionsWithCheckpointsBefore(time) {
      const rows = await db
        .selectFrom("checkpoints")
        .select("sessionId")
        .distinct()
        .where("createdAt", "<", time)
        .execute();
      return rows.map((row) => row.sessionId);
    },

    async accumulator(sessionId) {
      const [row] = await accumulatorOf(db, { sessionId });
      return row && toAccumulator(row);
    },

    async saveAccumulator(accumulator) {
      const row = {
        ...accumulator,
        queries: JSON.stringify(accumulator.queries),
        remembers: JSON.stringify(accumulator.remembers),
        memoriesAccessed: JSON.stringify(accumulator.memoriesAccessed),
      };
      await put(db, "accumulators", row, "sessionId");
    },

    async pendingAccumulators() {
      const rows = await db.selectFrom("accumulators").selectAll().where("promptsSince", ">", 0).execute();
      return rows.map(toAccumulator);
    },

    async setResumePoint(project, checkpointId, createdAt) {
      const folder = await folderAt(db, project);
      await put(db, "resumePoints", { folder, checkpointId, createdAt }, "folder");
    },

    async resumePoint(project) {
      const row = await db
        .selectFrom("resumePoints")
        .where("folder", "in", sameProject(project))
        .select("checkpointId")
        .orderBy("createdAt", "desc")
        .executeTakeFirst();
      return row?.checkpointId;
    },

    async takeResumePoint(project) {
      const rows = await db
        .deleteFrom("resumePoints")
        .where("folder", "in", sameProject(project))
        .returning(["checkpointId", "createdAt"])
        .execute();
      return rows.sort((a, b) => b.createdAt.localeCompare(a.createdAt))[0]?.checkpointId;
    },

    count: () => countOf(db, "checkpoints"),
  };
}
