import type { Ambient } from "../../ambient.ts";
import type { OutsideEvent } from "../outside.ts";
import { Lane, type Surroundings } from "./lane.ts";
import type { WebhookView } from "./view.ts";

/** Sends events to the addresses that the home's configuration names. A project's own file has no say in it. */
export class Webhooks {
  readonly #ambient: Ambient;
  readonly #lanes: readonly Lane[];

  private constructor(ambient: Ambient, lanes: readonly Lane[]) {
    this.#ambient = ambient;
    this.#lanes = lanes;
  }

  /** What still waits from before is sent first. */
  static async open(
    ambient: Ambient,
    around: Surroundings = { env: process.env, random: Math.random },
  ): Promise<Webhooks> {
    const lanes: Lane[] = [];
    for (const hook of ambient.config.webhooks) lanes.push(await Lane.open(ambient, hook, around));
    return new Webhooks(ambient, lanes);
  }

  async take(event: OutsideEvent): Promise<void> {
    for (const lane of this.#lanes) await lane.take(event);
  }

  views(): Promise<WebhookView[]> {
    return Promise.all(this.#lanes.map((lane) => lane.view()));
  }

  async maintain(): Promise<void> {
    await this.#ambient.store.webhooks.keepOnly(this.#lanes.map(({ id }) => id));
  }

  async close(): Promise<void> {
    await Promise.all(this.#lanes.map((lane) => lane.close()));
  }
}
