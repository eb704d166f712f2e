import { z } from "zod";
import { sha256 } from "../../core/index.ts";
import { collectionOf, type Tables } from "../../store/index.ts";
import { type OutsideEvent, placeOf } from "../outside.ts";

export interface Hook {
  readonly url: string;
  readonly secretEnv: string;
  readonly events: readonly string[];
}

/** The URL itself may hold a secret. */
export const hookId = ({ url }: Hook): string => sha256(url).slice(0, 16);

/** An event on its way to a webhook. */
export interface Delivery {
  readonly id: string;
  readonly hook: string;
  readonly event: OutsideEvent;
}

/** Pending deliveries, in the order of their events. */
export const deliveries = collectionOf<Delivery>("webhook-deliveries", ({ id, hook, event }) => ({
  ...{ id, state: hook },
  ...placeOf(event),
}));

const time = z.string().nullable();

/** A webhook with its delivery status. */
export const webhookShape = z.object({
  url: z.string(),
  secretEnv: z.string(),
  events: z.array(z.string()).readonly(),
  state: z.enum(["ok", "retrying", "failing", "unsigned"]),
  waiting: z.number(),
  delivered: z.number(),
  givenUp: z.number(),
  /** Attempts in a row that failed. */
  failures: z.number(),
  failingSince: time,
  lastDeliveryAt: time,
  lastFailureAt: time,
  lastError: z.string().nullable(),
  nextAttemptAt: time,
});
export type WebhookView = Readonly<z.infer<typeof webhookShape>>;

/** What the store has of it. */
export interface WebhookState
  extends Omit<WebhookView, "url" | "secretEnv" | "events" | "state" | "waiting" | "nextAttemptAt"> {
  readonly hook: string;
}

export const webhookStates = collectionOf<WebhookState>("webhooks", ({ hook }) => ({ id: hook, state: hook, at: "" }));

/** Drops what waits for other webhooks, and their status. */
export async function keepOnly(tables: Tables, hooks: readonly string[]): Promise<void> {
  for (const collection of [deliveries(tables), webhookStates(tables)]) {
    const known = new Set((await collection.list()).map(({ hook }) => hook));
    for (const hook of known) if (!hooks.includes(hook)) await collection.remove({ states: [hook] });
  }
}
