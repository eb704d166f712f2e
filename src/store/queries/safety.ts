import type { Kysely } from "kysely";
import type { NewSandbox, SampleRecord, SandboxRecord } from "../records/safety.ts";
import type { Schema } from "../schema.ts";
import { insert, insertNew } from "./statements.ts";

export interface Lifting {
  readonly at: string;
  readonly reason: string;
  readonly seq: number;
}

/** Safety samples and sandboxes of sessions. */
export interface SafetyRows {
  /** False if the session is already in one. */
  enter(sandbox: NewSandbox): Promise<boolean>;
  /** False if the session is in none. */
  lift(sessionId: string, lifting: Lifting): Promise<boolean>;
  /** All that were not lifted. */
  openSandboxes(): Promise<SandboxRecord[]>;
  /** Newest first. */
  sandboxes(sessionId: string): Promise<SandboxRecord[]>;
  addSample(sample: SampleRecord): Promise<void>;
  /** Newest first. */
  samples(sessionId: string, limit: number): Promise<SampleRecord[]>;
}

export function safetyRows(db: Kysely<Schema>): SafetyRows {
  return {
    enter: (sandbox) => insertNew(db, "sandboxes", sandbox),

    async lift(sessionId, { at, reason, seq }) {
      const changed = await db
        .updateTable("sandboxes")
        .set({ liftedAt: at, liftedReason: reason, liftedSeq: seq })
        .where("sessionId", "=", sessionId)
        .where("liftedAt", "is", null)
        .executeTakeFirst();
      return changed.numUpdatedRows > 0;
    },

    openSandboxes: () => db.selectFrom("sandboxes").selectAll().where("liftedAt", "is", null).execute(),

    sandboxes: (sessionId) =>
      db
        .selectFrom("sandboxes")
        .selectAll()
        .where("sessionId", "=", sessionId)
        .orderBy("enteredAt", "desc")
        .orderBy("id", "desc")
        .execute(),

    addSample: (sample) => insert(db, "safetySamples", sample),

    samples: (sessionId, limit) =>
      db
        .selectFrom("safetySamples")
        .selectAll()
        .where("sessionId", "=", sessionId)
        .orderBy("sampledAt", "desc")
        .orderBy("id", "desc")
        .limit(limit)
        .execute(),
  };
}
