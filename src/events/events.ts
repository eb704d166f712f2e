import { type DomainEvent, isToldOutside } from "../core/index.ts";
import type { Services } from "../services.ts";
import { EventLog } from "./log.ts";
import { type EventFilter, nextId, type OutsideEvent, outsideOf } from "./outside.ts";
import type { Webhooks } from "./webhooks/index.ts";
import type { WebhookView } from "./webhooks/view.ts";

interface Arrived {
  readonly event: DomainEvent;
  readonly at: number;
}

/** Publishes events to a file, to followers and to webhooks. */
export class Events {
  readonly #services: Services;
  readonly #log: EventLog | undefined;
  readonly #followers = new Set<(event: OutsideEvent) => void>();
  readonly #webhooks: Promise<Webhooks | undefined> | undefined;
  readonly #arrived: Arrived[] = [];
  readonly #stopListening: () => void;
  #publishing: Promise<void> | undefined;
  #lastId = 0;

  /** Without a path, events are not stored. */
  constructor(services: Services, path: string | undefined) {
    this.#services = services;
    this.#log = path === undefined ? undefined : new EventLog(path, services);
    this.#webhooks = services.config.webhooks.length === 0 ? undefined : this.#openWebhooks();
    this.#stopListening = services.events.listen((event) => this.#take(event));
  }

  /** Loaded on demand: most data folders have no webhooks. */
  async #openWebhooks(): Promise<Webhooks | undefined> {
    try {
      const { Webhooks } = await import("./webhooks/index.ts");
      return await Webhooks.open(this.#services);
    } catch (error) {
      this.#services.log.error({ err: error }, "webhooks cannot be sent");
      return undefined;
    }
  }

  #take(event: DomainEvent): void {
    if (!isToldOutside(event.type)) return;
    this.#arrived.push({ event, at: this.#services.clock.now() });
    this.#publishing ??= this.#publishAll().finally(() => {
      this.#publishing = undefined;
    });
  }

  async #publishAll(): Promise<void> {
    for (;;) {
      // Yields, so that many events do not delay other work.
      await new Promise((resolve) => setImmediate(resolve));
      const next = this.#arrived.shift();
      if (!next) return;
      const { type } = next.event;
      await this.#publish(next).catch((error) =>
        this.#services.log.error({ err: error, type }, "an event could not be published"),
      );
    }
  }

  async #publish({ event, at }: Arrived): Promise<void> {
    const { sessionId } = event;
    const session = sessionId === null ? undefined : await this.#services.store.sessions.get(sessionId);
    if (event.type === "session.purged") await this.#forget(event.sessionId);
    // Its transaction was rolled back.
    else if (!session && sessionId !== null) return;
    this.#lastId = nextId(this.#lastId || ((await this.#log?.lastId()) ?? 0), at);
    const published = outsideOf(event, { id: this.#lastId, at, session });
    this.#log?.append(published);
    for (const follower of this.#followers) follower(published);
    await (await this.#webhooks)?.take(published);
  }

  async #forget(sessionId: string): Promise<void> {
    await this.#log?.forget(sessionId);
    await this.#services.store.webhooks.forgetSession(sessionId);
  }

  /** Calls `follower` with every event from now on; the returned function ends that. */
  follow(follower: (event: OutsideEvent) => void): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }

  /** Stored events, oldest first. */
  async *kept(filter: EventFilter): AsyncGenerator<OutsideEvent> {
    if (this.#log) yield* this.#log.read(filter);
  }

  /** Stored events, newest first. */
  async newest(filter: EventFilter, limit: number): Promise<OutsideEvent[]> {
    await this.#publishing;
    const found: OutsideEvent[] = [];
    for await (const event of this.kept(filter)) {
      found.push(event);
      if (found.length > 2 * limit) found.splice(0, found.length - limit);
    }
    return found.slice(-limit).reverse();
  }

  async webhooks(): Promise<WebhookView[]> {
    return (await (await this.#webhooks)?.views()) ?? [];
  }

  /** Drops what waits for webhooks that are no longer configured. */
  async maintain(): Promise<void> {
    if (this.#webhooks) await (await this.#webhooks)?.maintain();
    else await this.#services.store.webhooks.keepOnly([]);
  }

  async close(): Promise<void> {
    this.#stopListening();
    while (this.#publishing) await this.#publishing;
    await (await this.#webhooks)?.close();
    await this.#log?.flush();
  }
}
