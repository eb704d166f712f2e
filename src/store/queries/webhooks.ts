import { type Kysely, sql } from "kysely";
import type { NewWebhookDelivery, WebhookDelivery, WebhookState } from "../records/webhooks.ts";
import type { Schema } from "../schema.ts";
import { countOf, put } from "./statements.ts";

/** What is still to be sent to webhooks, and how each of them fares. */
export interface WebhookRows {
  /** Of one hook so many wait at most, the newest; answers with how many went. */
  add(delivery: NewWebhookDelivery, most: number): Promise<number>;
  /** The one that has waited longest. */
  next(hook: string): Promise<WebhookDelivery | undefined>;
  remove(pk: number): Promise<void>;
  /** Takes out what has waited since before then; answers with how many went. */
  removeOlder(hook: string, before: string): Promise<number>;
  waiting(hook: string): Promise<number>;
  state(hook: string): Promise<WebhookState | undefined>;
  saveState(state: WebhookState): Promise<void>;
  /** Forgets all other hooks. */
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
