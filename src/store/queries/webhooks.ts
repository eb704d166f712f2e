import { type Kysely, sql } from "kysely";
import type { NewWebhookDelivery, WebhookDelivery, WebhookState } from "../records/webhooks.ts";
import type { Schema } from "../schema.ts";
import { countOf, put } from "./statements.ts";

/** Pending webhook deliveries, and the status of each webhook. */
export interface WebhookRows {
  /** Keeps at most `most` deliveries of a hook, the newest; returns how many were dropped. */
  add(delivery: NewWebhookDelivery, most: number): Promise<number>;
  /** The oldest one. */
  next(hook: string): Promise<WebhookDelivery | undefined>;
  remove(pk: number): Promise<void>;
  /** Removes older deliveries; returns how many. */
  removeOlder(hook: string, before: string): Promise<number>;
  waiting(hook: string): Promise<number>;
  state(hook: string): Promise<WebhookState | undefined>;
  saveState(state: WebhookState): Promise<void>;
  /** Removes all other hooks. */
  keepOnly(hooks: readonly string[]): Promise<void>;
  forgetSession(sessionId: string): Promise<void>;
}

export function webhookRows(db: Kysely<Schema>): WebhookRows {
  return {
    async add(delivery, most) {
      await db.insertInto("webhookDeliveries").values(delivery).execute();
      const { numDeletedRows } = await db
        .deleteFrom("webhookDeliveries")
        .where("hook", "=", delivery.hook)
        .where("pk", "<=", (query) =>
          query
            .selectFrom("webhookDeliveries")
            .select("pk")
            .where("hook", "=", delivery.hook)
            .orderBy("pk", "desc")
            .limit(1)
            .offset(most),
        )
        .executeTakeFirst();
      return Number(numDeletedRows);
    },

    next: (hook) =>
      db.selectFrom("webhookDeliveries").selectAll().where("hook", "=", hook).orderBy("pk").limit(1).executeTakeFirst(),

    async remove(pk) {
      await db.deleteFrom("webhookDeliveries").where("pk", "=", pk).execute();
    },

    async removeOlder(hook, before) {
      const { numDeletedRows } = await db
        .deleteFrom("webhookDeliveries")
        .where("hook", "=", hook)
        .where("createdAt", "<", before)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },

    waiting: (hook) => countOf(db, "webhookDeliveries", sql`hook = ${hook}`),

    state: (hook) => db.selectFrom("webhookStates").selectAll().where("hook", "=", hook).executeTakeFirst(),

    saveState: (state) => put(db, "webhookStates", state, "hook"),

    async keepOnly(hooks) {
      let deliveries = db.deleteFrom("webhookDeliveries");
      let states = db.deleteFrom("webhookStates");
      if (hooks.length > 0) {
        deliveries = deliveries.where("hook", "not in", hooks);
        states = states.where("hook", "not in", hooks);
      }
      await deliveries.execute();
      await states.execute();
    },

    async forgetSession(sessionId) {
      await db.deleteFrom("webhookDeliveries").where("sessionId", "=", sessionId).execute();
    },
  };
}
