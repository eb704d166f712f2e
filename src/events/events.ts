import { EventBus, newId, type PublicEvent } from "../core/index.ts";
import type { EventfulStore } from "../services.ts";
import { collectionOf, type Tables } from "../store/index.ts";
import type { EventParts } from "./event-parts.ts";
import { eventfulStore } from "./eventful-store.ts";
import { EventLog } from "./log.ts";
import { type EventFilter, isWanted, nextId, type OutsideEvent, orderOf, outsideOf, placeOf } from "./outside.ts";
import { deliveries, hookId, keepOnly } from "./webhooks/deliveries.ts";
import type { Webhooks } from "./webhooks/index.ts";
import type { WebhookView } from "./webhooks/view.ts";

/** Events that are not in the file yet. */
const unwritten = collectionOf<OutsideEvent>("unwritten-events", (event) => ({
  id: String(event.id),
  ...placeOf(event),
}));
const MOST_UNWRITTEN = 1000;

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
  readonly #parts: EventParts;
  readonly #log: EventLog | undefined;
  readonly #followers = new Set<(event: OutsideEvent) => void>();
  readonly #waiting: OutsideEvent[] = [];
  #webhooks: Promise<Webhooks | undefined> | undefined;
  #publishing: Promise<void> | undefined;
  #lastId = 0;

  private constructor(parts: EventParts, path: string | undefined) {
    this.#parts = parts;
    this.bus = new EventBus(parts.log);
    const written = (id: number) => this.#forgetWritten(id);
    this.#log = path === undefined ? undefined : new EventLog(path, { ...parts, written });
    this.store = eventfulStore(parts.store, {
      record: (tables, events) => this.#record(tables, events),
      publish: (recorded) => this.#publish(recorded),
    });
  }

  /** Without a path, events are not kept in a file. */
  static async open(parts: EventParts, path: string | undefined): Promise<Events> {
    const events = new Events(parts, path);
    await events.#takeUp();
    if (parts.config.webhooks.length > 0) events.#webhooks = events.#openWebhooks();
    return events;
  }

  /** Publishes what a crash left between its commit and the file. Webhooks take up their own. */
  async #takeUp(): Promise<void> {
    if (!this.#log) return;
    this.#lastId = await this.#log.lastId();
    const left = await unwritten(this.#parts.store).list();
    this.#enqueue(left.filter(({ id }) => id > this.#lastId));
    if (left.length > 0) await this.#forgetWritten(this.#lastId);
    this.#lastId = Math.max(this.#lastId, left.at(-1)?.id ?? 0);
  }

  /** Loaded on demand: most data folders have no webhooks. */
  async #openWebhooks(): Promise<Webhooks | undefined> {
    try {
      const { Webhooks } = await import("./webhooks/index.ts");
      return await Webhooks.open(this.#parts);
    } catch (error) {
      this.#parts.log.error({ err: error }, "webhooks cannot be sent");
      return undefined;
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
    this.#enqueue(recorded.flatMap(({ outside }) => outside ?? []));
  }

  #enqueue(events: readonly OutsideEvent[]): void {
    if (events.length === 0) return;
    this.#waiting.push(...events);
    this.#publishing ??= this.#publishWaiting().finally(() => {
      this.#publishing = undefined;
    });
  }

  async #publishWaiting(): Promise<void> {
    for (;;) {
      // Yields, so that many events do not delay other work.
      await new Promise((resolve) => setImmediate(resolve));
      const event = this.#waiting.shift();
      if (!event) return;
      await this.#publishOutside(event).catch((error) =>
        this.#parts.log.error({ err: error, type: event.type }, "an event could not be published"),
      );
    }
  }

  async #publishOutside(event: OutsideEvent): Promise<void> {
    // First: after a crash in between it is done again.
    if (event.type === "session.purged" && event.sessionId !== null) await this.#log?.forget(event.sessionId);
    this.#log?.append(event);
    for (const follower of this.#followers) this.#notify(follower, event);
    await (await this.#webhooks)?.published(event);
  }

  #notify(follower: (event: OutsideEvent) => void, event: OutsideEvent): void {
    try {
      follower(event);
    } catch (error) {
      this.#parts.log.error({ err: error, type: event.type }, "a follower of events failed");
    }
  }

  async #forgetWritten(lastId: number): Promise<void> {
    await unwritten(this.#parts.store)
      .remove({ before: orderOf(lastId + 1) })
      .catch((error) => this.#parts.log.warn({ err: error }, "events that are in their file are still in the store"));
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

  /** Drops what waits for webhooks that are no longer configured, and for a file that cannot be written. */
  async maintain(): Promise<void> {
    const { store, config } = this.#parts;
    await keepOnly(store, config.webhooks.map(hookId));
    await unwritten(store).remove({ beyond: MOST_UNWRITTEN });
  }

  async close(): Promise<void> {
    while (this.#publishing) await this.#publishing;
    await (await this.#webhooks)?.close();
    await this.#log?.flush();
  }
}
