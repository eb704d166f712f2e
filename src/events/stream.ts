import { type Clock, ThroughlineError } from "../core/index.ts";
import type { Events } from "./events.ts";
import { type EventFilter, isWanted, type OutsideEvent } from "./outside.ts";

const HEARTBEAT_MS = 15_000;
const RECONNECT_AFTER_MS = 3000;
/** The limit of events waiting for a slow client. */
const MOST_WAITING = 1000;
/** The type of the notice that events were dropped. */
const GAP = "stream.gap";

const HEARTBEAT = ": still here\n\n";

const frame = (event: OutsideEvent): string =>
  `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

/** Without an id: a reconnecting client resumes after the last real event. */
const gapFrame = (dropped: number, after: number): string =>
  `event: ${GAP}\ndata: ${JSON.stringify({ type: GAP, payload: { dropped, after } })}\n\n`;

export interface StreamOptions {
  readonly filter: EventFilter;
  readonly clock: Clock;
  readonly ended: () => void;
}

/**
 * Events for one client: first the missed ones, then live ones. Nothing is produced for a client that does not read;
 * beyond a limit, new events are dropped for it, with a notice of how many.
 */
export class EventStream {
  readonly body: ReadableStream<Uint8Array>;
  readonly #filter: EventFilter;
  readonly #clock: Clock;
  readonly #ended: () => void;
  readonly #unfollow: () => void;
  readonly #frames: AsyncGenerator<string>;
  readonly #waiting: OutsideEvent[] = [];
  #dropped = 0;
  #isOver = false;
  #wake: (() => void) | undefined;

  constructor(events: Events, { filter, clock, ended }: StreamOptions) {
    this.#filter = { ...filter, after: undefined, since: undefined };
    this.#clock = clock;
    this.#ended = ended;
    // Followed before the stored events are read: what happens in between arrives twice and is sent once.
    this.#unfollow = events.follow((event) => this.#take(event));
    const isBack = filter.after !== undefined || filter.since !== undefined;
    this.#frames = this.#produce(isBack ? events.kept(filter) : undefined, filter.after ?? 0);
    const encoder = new TextEncoder();
    let isGone = false;
    this.body = new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          const { done, value } = await this.#frames.next();
          if (!done) controller.enqueue(encoder.encode(value));
          else if (!isGone) controller.close();
        },
        cancel: () => {
          isGone = true;
          this.end();
        },
      },
      { highWaterMark: 0 },
    );
  }

  #take(event: OutsideEvent): void {
    if (!isWanted(event, this.#filter)) return;
    if (this.#waiting.length >= MOST_WAITING || this.#dropped > 0) this.#dropped += 1;
    else this.#waiting.push(event);
    this.#wake?.();
  }

  /** The frames for the client, each made when it reads: stored events, then live ones. */
  async *#produce(missed: AsyncGenerator<OutsideEvent> | undefined, after: number): AsyncGenerator<string> {
    let lastId = after;
    try {
      yield `retry: ${RECONNECT_AFTER_MS}\n${HEARTBEAT}`;
      for await (const event of missed ?? []) {
        if (this.#isOver) return;
        lastId = event.id;
        yield frame(event);
      }
      while (!this.#isOver) {
        const event = this.#waiting.shift();
        if (event && event.id > lastId) {
          lastId = event.id;
          yield frame(event);
        } else if (!event && this.#dropped > 0) {
          const dropped = this.#dropped;
          this.#dropped = 0;
          yield gapFrame(dropped, lastId);
        } else if (!event && !(await this.#somethingNew()) && !this.#isOver) yield HEARTBEAT;
      }
    } finally {
      this.end();
    }
  }

  /** False when a heartbeat is due, or the stream has ended. */
  #somethingNew(): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (isNew: boolean) => {
        cancelHeartbeat();
        this.#wake = undefined;
        resolve(isNew);
      };
      const cancelHeartbeat = this.#clock.after(HEARTBEAT_MS, () => settle(false));
      this.#wake = () => settle(!this.#isOver);
    });
  }

  /** Idempotent. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#unfollow();
    this.#waiting.length = 0;
    this.#wake?.();
    // If a read is in progress, its files are closed after it.
    void this.#frames.return(undefined).catch(() => undefined);
    this.#ended();
  }
}

/** More than any machine needs. */
const MOST_CLIENTS = 100;

/** The clients that currently follow events. */
export class EventStreams {
  readonly #open = new Set<EventStream>();
  #isClosed = false;

  readonly #events: Events;
  readonly #clock: Clock;

  constructor(events: Events, clock: Clock) {
    this.#events = events;
    this.#clock = clock;
  }

  get size(): number {
    return this.#open.size;
  }

  open(filter: EventFilter): ReadableStream<Uint8Array> {
    if (this.#open.size >= MOST_CLIENTS)
      throw new ThroughlineError(
        "rate_limited",
        `${MOST_CLIENTS} clients already follow events`,
        "Close one of them: a program may keep opening streams without closing any.",
      );
    const stream = new EventStream(this.#events, {
      filter,
      clock: this.#clock,
      ended: () => this.#open.delete(stream),
    });
    this.#open.add(stream);
    if (this.#isClosed) stream.end();
    return stream.body;
  }

  /** Ends all streams, and those opened later. */
  close(): void {
    this.#isClosed = true;
    for (const stream of this.#open) stream.end();
  }
}
