import type { Kysely } from "kysely";
import type { CalibrationRecord, ModelCallOutcome, ModelCallRecord } from "../records/models.ts";
import type { Schema } from "../schema.ts";

/** What is known of the models behind agents, and what calling them cost. */
export interface ModelRows {
  calibration(model: string): Promise<CalibrationRecord | undefined>;
  saveCalibration(calibration: CalibrationRecord, at: string): Promise<void>;
  /** A call is written down before it is made, so that one which is cut off counts too. */
  addCall(call: ModelCallRecord): Promise<void>;
  endCall(id: string, outcome: ModelCallOutcome): Promise<void>;
  callsSince(at: string): Promise<number>;
  /** Newest first. */
  calls(limit: number): Promise<ModelCallRecord[]>;
}

export function modelRows(db: Kysely<Schema>): ModelRows {
  return {
    calibration: (model) =>
      db
        .selectFrom("calibrations")
        .select(["model", "factor", "samples"])
        .where("model", "=", model)
        .executeTakeFirst(),

    async saveCalibration({ model, factor, samples }, updatedAt) {
      const known = { factor, samples, updatedAt };
      await db
        .insertInto("calibrations")
        .values({ model, ...known })
        .onConflict((conflict) => conflict.column("model").doUpdateSet(known))
        .execute();
    },

    async addCall(call) {
      await db.insertInto("modelCalls").values(call).execute();
    },

    async endCall(id, outcome) {
      await db.updateTable("modelCalls").set(outcome).where("id", "=", id).execute();
    },

    async callsSince(at) {
      const row = await db
        .selectFrom("modelCalls")
        .select((select) => select.fn.countAll<number>().as("total"))
        .where("createdAt", ">=", at)
        .executeTakeFirstOrThrow();
      return row.total;
    },

    calls: (limit) =>
      db.selectFrom("modelCalls").selectAll().orderBy("createdAt", "desc").orderBy("id", "desc").limit(limit).execute(),
  };
}
