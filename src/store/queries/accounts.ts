import type { Kysely } from "kysely";
import type { IncidentRecord, InjectionRecord } from "../records.ts";
import type { Schema } from "../schema.ts";

/** What Throughline itself did and met: the texts it gave to agents, and what went wrong. */
export interface AccountRows {
  addInjection(injection: InjectionRecord): Promise<void>;
  injections(sessionId: string): Promise<InjectionRecord[]>;
  /** Takes back the account of an injection whose answer never reached the client; false when there was none. */
  takeBackInjection(hookId: string): Promise<boolean>;
  addIncident(incident: IncidentRecord): Promise<void>;
  incidents(limit: number): Promise<IncidentRecord[]>;
}

export function accountRows(db: Kysely<Schema>): AccountRows {
  return {
    async addInjection(injection) {
      await db.insertInto("injections").values(injection).execute();
    },
    injections: (sessionId) =>
      db
        .selectFrom("injections")
        .selectAll()
        .where("sessionId", "=", sessionId)
        .orderBy("createdAt")
        .orderBy("id")
        .execute(),
    async takeBackInjection(hookId) {
      const row = await db.deleteFrom("injections").where("hookId", "=", hookId).returning("id").executeTakeFirst();
      return row !== undefined;
    },
    async addIncident(incident) {
      await db.insertInto("incidents").values(incident).execute();
    },
    incidents: (limit) =>
      db.selectFrom("incidents").selectAll().orderBy("createdAt", "desc").orderBy("id", "desc").limit(limit).execute(),
  };
}
