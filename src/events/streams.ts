import { type Clock, ThroughlineError } from "../core/index.ts";
import type { Events } from "./events.ts";
import type { EventFilter } from "./outside.ts";
import { EventStream } from "./stream.ts";

/** More than any machine has programs that watch. */
const MOST_CLIENTS = 100;

/** The clients that follow events at the moment. */
export class EventStreams {
  readonly #events: Events;
  readonly #clock: Clock;
  readonly #open = new Set<EventStream>();
  #isClosed = false;

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
        `${MOST_CLIENTS} clients follow events already`,
        "End one of them: a program may open one after the other without closing any.",
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

  /** Lets all clients go, and those that still come. */
  close(): void {
    this.#isClosed = true;
    for (const stream of this.#open) stream.end();
  }
}
