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

/** The delivery status of a webhook. */
export interface WebhookState {
  readonly hook: string;
  /** Attempts in a row that failed. */
  readonly failures: number;
  readonly failingSince: string | null;
  readonly lastDeliveryAt: string | null;
  readonly lastFailureAt: string | null;
  readonly lastError: string | null;
  readonly delivered: number;
  readonly givenUp: number;
}

export const webhookStates = collectionOf<WebhookState>("webhooks", ({ hook }) => ({ id: hook, state: hook, at: "" }));

export const WEBHOOK_CONDITIONS = ["ok", "retrying", "failing", "unsigned"] as const;

/** A webhook with its delivery status. */
export interface WebhookView extends Omit<WebhookState, "hook"> {
  readonly url: string;
  readonly secretEnv: string;
  readonly events: readonly string[];
  readonly state: (typeof WEBHOOK_CONDITIONS)[number];
  readonly waiting: number;
  readonly nextAttemptAt: string | null;
}

/** Drops what waits for other webhooks, and their status. */
export async function keepOnly(tables: Tables, hooks: readonly string[]): Promise<void> {
  for (const collection of [deliveries(tables), webhookStates(tables)]) {
    const known = new Set((await collection.list()).map(({ hook }) => hook));
    for (const hook of known) if (!hooks.includes(hook)) await collection.remove({ states: [hook] });
  }
}
