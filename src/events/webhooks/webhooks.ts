import type { Services } from "../../services.ts";
import type { OutsideEvent } from "../outside.ts";
import { type DeliveryEnvironment, DeliveryQueue } from "./delivery-queue.ts";
import type { WebhookView } from "./view.ts";

/** Sends events to the URLs in the data folder's configuration. A project's configuration cannot add any. */
export class Webhooks {
  readonly #services: Services;
  readonly #queues: readonly DeliveryQueue[];

  private constructor(services: Services, queues: readonly DeliveryQueue[]) {
    this.#services = services;
    this.#queues = queues;
  }

  /** Events that still wait are sent first. */
  static async open(
    services: Services,
    environment: DeliveryEnvironment = { env: process.env, random: Math.random },
  ): Promise<Webhooks> {
    const queues: DeliveryQueue[] = [];
    for (const hook of services.config.webhooks) queues.push(await DeliveryQueue.open(services, hook, environment));
    return new Webhooks(services, queues);
  }

  async take(event: OutsideEvent): Promise<void> {
    for (const queue of this.#queues) await queue.take(event);
  }

  views(): Promise<WebhookView[]> {
    return Promise.all(this.#queues.map((queue) => queue.view()));
  }

  async maintain(): Promise<void> {
    await this.#services.store.webhooks.keepOnly(this.#queues.map(({ id }) => id));
  }

  async close(): Promise<void> {
    await Promise.all(this.#queues.map((queue) => queue.close()));
  }
}
