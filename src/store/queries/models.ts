import { type Kysely, sql } from "kysely";
import type { CalibrationRecord, ModelCallOutcome, ModelCallRecord } from "../records/models.ts";
import type { Schema } from "../schema.ts";
import { countOf, insert, put } from "./statements.ts";

/** Token calibrations of models, and the calls made to them. */
export interface ModelRows {
  calibration(model: string): Promise<CalibrationRecord | undefined>;
  saveCalibration(calibration: CalibrationRecord, at: string): Promise<void>;
  /** Recorded before the call, so that an interrupted one counts too. */
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

    saveCalibration: (calibration, updatedAt) => put(db, "calibrations", { ...calibration, updatedAt }, "model"),

    addCall: (call) => insert(db, "modelCalls", call),

    async endCall(id, outcome) {
      await db.updateTable("modelCalls").set(outcome).where("id", "=", id).execute();
    },

    callsSince: (at) => countOf(db, "modelCalls", sql`created_at >= ${at}`),

    calls: (limit) =>
      db.selectFrom("modelCalls").selectAll().orderBy("createdAt", "desc").orderBy("id", "desc").limit(limit).execute(),
  };
}
