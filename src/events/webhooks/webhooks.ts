import type { EventParts } from "../event-parts.ts";
import type { WebhookView } from "./deliveries.ts";
import { type DeliveryEnvironment, DeliveryQueue } from "./delivery-queue.ts";

/** Sends events to the URLs in the data folder's configuration. A project's configuration cannot add any. */
export class Webhooks {
  readonly #queues: readonly DeliveryQueue[];

  private constructor(queues: readonly DeliveryQueue[]) {
    this.#queues = queues;
  }

  /** Events that still wait are sent first. */
  static async open(
    parts: EventParts,
    environment: DeliveryEnvironment = { env: process.env, random: Math.random },
  ): Promise<Webhooks> {
    const queues: DeliveryQueue[] = [];
    for (const hook of parts.config.webhooks) queues.push(await DeliveryQueue.open(parts, hook, environment));
    return new Webhooks(queues);
  }

  /** Deliveries were stored. */
  wake(): void {
    for (const queue of this.#queues) queue.wake();
  }

  views(): Promise<WebhookView[]> {
    return Promise.all(this.#queues.map((queue) => queue.view()));
  }

  async close(): Promise<void> {
    await Promise.all(this.#queues.map((queue) => queue.close()));
  }
}
