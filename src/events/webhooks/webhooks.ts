import type { Services } from "../../services.ts";
import type { OutsideEvent } from "../outside.ts";
import { Lane, type Surroundings } from "./lane.ts";
import type { WebhookView } from "./view.ts";

/** Sends events to the addresses that the home's configuration names. A project's own file has no say in it. */
export class Webhooks {
  readonly #services: Services;
  readonly #lanes: readonly Lane[];

  private constructor(services: Services, lanes: readonly Lane[]) {
    this.#services = services;
    this.#lanes = lanes;
  }

  /** What still waits from before is sent first. */
  static async open(
    services: Services,
    around: Surroundings = { env: process.env, random: Math.random },
  ): Promise<Webhooks> {
    const lanes: Lane[] = [];
    for (const hook of services.config.webhooks) lanes.push(await Lane.open(services, hook, around));
    return new Webhooks(services, lanes);
  }

  async take(event: OutsideEvent): Promise<void> {
    for (const lane of this.#lanes) await lane.take(event);
  }

  views(): Promise<WebhookView[]> {
    return Promise.all(this.#lanes.map((lane) => lane.view()));
  }

  async maintain(): Promise<void> {
    await this.#services.store.webhooks.keepOnly(this.#lanes.map(({ id }) => id));
  }

  async close(): Promise<void> {
    await Promise.all(this.#lanes.map((lane) => lane.close()));
  }
}
