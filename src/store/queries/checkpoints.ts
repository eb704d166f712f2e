import type { Kysely, Selectable } from "kysely";
import { canonicalJson, sha256 } from "../../core/index.ts";
import {
  CHECKPOINT_TRIGGERS,
  type CheckpointRecord,
  type CheckpointRows,
  type NewCheckpoint,
} from "../port/checkpoints.ts";
import type { CheckpointsTable, Schema } from "../schema.ts";
import { columnText } from "../storable-text.ts";
import { idsLike } from "./part-of-id.ts";
import { dropPassages } from "./passages.ts";
import { sameProject } from "./projects.ts";

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

export function checkpointRows(db: Kysely<Schema>): CheckpointRows {
  return {
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
      const ids: string[] = JSON.parse(await idsLike(db, "checkpoints", partOfId));
      if (ids.length === 0) return [];
      return (await db.selectFrom("checkpoints").selectAll().where("id", "in", ids).execute()).map(toRecord);
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

    async remove(id) {
      const row = await db
        .deleteFrom("checkpoints")
        .where("id", "=", id)
        .returning(["pk", "sessionId"])
        .executeTakeFirst();
      if (!row) return;
      await dropPassages(db, "checkpoints", [row.pk]);
      await db
        .updateTable("sessions")
        .set((set) => ({ checkpointCount: set("checkpointCount", "-", 1) }))
        .where("id", "=", row.sessionId)
        .execute();
    },
  };
}
