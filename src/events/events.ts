import { EventBus, newId, type PublicEvent } from "../core/index.ts";
import type { EventfulStore } from "../services.ts";
import type { Store, Tables } from "../store/index.ts";
import { EventLog, unwritten } from "./log.ts";
import { type EventFilter, type EventParts, isWanted, nextId, type OutsideEvent, outsideOf } from "./outside.ts";
import { deliveries, hookId, keepOnly, type WebhookView } from "./webhooks/deliveries.ts";
import type { DeliveryQueue } from "./webhooks/delivery-queue.ts";

interface Recorded {
  readonly event: PublicEvent;
  /** Undefined where nobody outside follows events. */
  readonly outside: OutsideEvent | undefined;
}

/**
 * Publishes what transactions emit: to listeners, to a file, to followers and to webhooks. What the file and the
 * webhooks get is stored in the same transaction, so that a crash loses nothing of it.
 */
export class Events {
  readonly bus: EventBus;
  readonly store: EventfulStore;
  readonly #followers = new Set<(event: OutsideEvent) => void>();
  #webhooks: Promise<readonly DeliveryQueue[]> = Promise.resolve([]);

  readonly #parts: EventParts;
  readonly #log: EventLog | undefined;
  #lastId: number;

  private constructor(parts: EventParts, log: EventLog | undefined, lastId: number) {
    this.#parts = parts;
    this.#log = log;
    this.#lastId = lastId;
    this.bus = new EventBus(parts.log);
    this.store = this.#eventful(parts.store);
  }

  /** The store, with transactions that emit events. */
  #eventful(store: Store): EventfulStore {
    return {
      ...store,
      schemaVersion: store.schemaVersion,
      close: () => store.close(),
      transaction: async (work) => {
        const { result, recorded, after } = await store.transaction(async (tables) => {
          const events: PublicEvent[] = [];
          const todo: (() => void)[] = [];
          const done = await work({
            ...tables,
            emit: (event) => void events.push(event),
            afterCommit: (one) => void todo.push(one),
          });
          return { result: done, recorded: await this.#record(tables, events), after: todo };
        });
        for (const one of after) one();
        this.#publish(recorded);
        return result;
      },
    };
  }

  /** Without a path, events are not kept in a file. */
  static async open(parts: EventParts, path: string | undefined): Promise<Events> {
    const log = path === undefined ? undefined : await EventLog.open(path, parts);
    const events = new Events(parts, log, (await log?.lastId()) ?? 0);
    if (parts.config.webhooks.length > 0) events.#webhooks = events.#openWebhooks();
    return events;
  }

  /** Loaded on demand: most data folders have no webhooks. Events that still wait are sent first. */
  async #openWebhooks(): Promise<readonly DeliveryQueue[]> {
    try {
      const { DeliveryQueue } = await import("./webhooks/delivery-queue.ts");
      const queues: DeliveryQueue[] = [];
      for (const hook of this.#parts.config.webhooks) queues.push(await DeliveryQueue.open(this.#parts, hook));
      return queues;
    } catch (error) {
      this.#parts.log.error({ err: error }, "webhooks cannot be sent");
      return [];
    }
  }

  async #record(tables: Tables, events: readonly PublicEvent[]): Promise<Recorded[]> {
    const recorded: Recorded[] = [];
    for (const event of events) recorded.push({ event, outside: await this.#recordOutside(tables, event) });
    return recorded;
  }

  async #recordOutside(tables: Tables, event: PublicEvent): Promise<OutsideEvent | undefined> {
    const { webhooks } = this.#parts.config;
    if (!this.#log && webhooks.length === 0 && this.#followers.size === 0) return undefined;
    const { sessionId } = event;
    const session = sessionId === null ? undefined : await tables.sessions.get(sessionId);
    if (!session && sessionId !== null && event.type !== "session.purged") return undefined;
    const at = this.#parts.clock.now();
    this.#lastId = nextId(this.#lastId, at);
    const outside = outsideOf(event, { id: this.#lastId, at, session });
    if (this.#log) await unwritten(tables).add(outside);
    for (const hook of webhooks)
      if (isWanted(outside, { types: hook.events }))
        await deliveries(tables).add({ id: newId(), hook: hookId(hook), event: outside });
    return outside;
  }

  #publish(recorded: readonly Recorded[]): void {
    for (const { event } of recorded) this.bus.publish(event);
    const published = recorded.flatMap(({ outside }) => outside ?? []);
    if (published.length === 0) return;
    for (const event of published)
      for (const follower of this.#followers)
        try {
          follower(event);
        } catch (error) {
          this.#parts.log.error({ err: error, type: event.type }, "a follower of events failed");
        }
    // A purged session leaves the file at once.
    if (published.some(({ type }) => type === "session.purged")) void this.#log?.flush();
    else this.#log?.soon();
    void this.#webhooks.then((queues) => {
      for (const queue of queues) queue.wake();
    });
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
    const found: OutsideEvent[] = [];
    for await (const event of this.kept(filter)) {
      found.push(event);
      if (found.length > 2 * limit) found.splice(0, found.length - limit);
    }
    return found.slice(-limit).reverse();
  }

  async webhooks(): Promise<WebhookView[]> {
    return Promise.all((await this.#webhooks).map((queue) => queue.view()));
  }

  /** Drops what waits for webhooks that are no longer configured, and for a file that cannot be written. */
  async maintain(): Promise<void> {
    const { store, config } = this.#parts;
    await keepOnly(store, config.webhooks.map(hookId));
    await this.#log?.dropOverflow();
  }

  async close(): Promise<void> {
    await Promise.all((await this.#webhooks).map((queue) => queue.close()));
    await this.#log?.flush();
  }
}
