import type { Kysely } from "kysely";
import type { CalibrationRecord, ModelCallRecord } from "../records.ts";
import type { Schema } from "../schema.ts";

/** What is known of the models behind agents, and what calling them cost. */
export interface ModelRows {
  calibration(model: string): Promise<CalibrationRecord | undefined>;
  saveCalibration(calibration: CalibrationRecord, at: string): Promise<void>;
  addCall(call: ModelCallRecord): Promise<void>;
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
