import { type Kysely, sql } from "kysely";
import type { IncidentRecord, InjectionRecord } from "../records/accounts.ts";
import type { Schema } from "../schema.ts";
import { compiledOnce } from "./compiled.ts";
import { insert } from "./statements.ts";

/** Texts that Throughline injected, and incidents. */
export interface AccountRows {
  addInjection(injection: InjectionRecord): Promise<void>;
  injections(sessionId: string): Promise<InjectionRecord[]>;
  /** The newest ones, newest first. */
  lastInjections(sessionId: string, limit: number): Promise<InjectionRecord[]>;
  /** Removes an injection whose answer never reached the client; undefined if there was none. */
  takeBackInjection(hookId: string): Promise<InjectionRecord | undefined>;
  addIncident(incident: IncidentRecord): Promise<void>;
  incidents(limit: number): Promise<IncidentRecord[]>;
}

const injectionsOf = compiledOnce(["sessionId"], (db, mark) =>
  db.selectFrom("injections").selectAll().where("sessionId", "=", mark("sessionId")).orderBy("createdAt").orderBy("id"),
);

const newestInjections = compiledOnce(["sessionId", "limit"], (db, mark) =>
  db
    .selectFrom("injections")
    .selectAll()
    .where("sessionId", "=", mark("sessionId"))
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(sql<number>`${mark("limit")}`),
);

export function accountRows(db: Kysely<Schema>): AccountRows {
  return {
    addInjection: (injection) => insert(db, "injections", injection),
    injections: async (sessionId) => [...(await injectionsOf(db, { sessionId }))],
    lastInjections: async (sessionId, limit) => [...(await newestInjections(db, { sessionId, limit }))],
    takeBackInjection: (hookId) =>
      db.deleteFrom("injections").where("hookId", "=", hookId).returningAll().executeTakeFirst(),
    addIncident: (incident) => insert(db, "incidents", incident),
    incidents: (limit) =>
      db.selectFrom("incidents").selectAll().orderBy("createdAt", "desc").orderBy("id", "desc").limit(limit).execute(),
  };
}
