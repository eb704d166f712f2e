import { type Clock, ThroughlineError } from "../core/index.ts";
import type { Events } from "./events.ts";
import type { EventFilter } from "./outside.ts";
import { EventStream } from "./stream.ts";

/** More than any machine needs. */
const MOST_CLIENTS = 100;

/** The clients that currently follow events. */
export class EventStreams {
  readonly #open = new Set<EventStream>();
  #isClosed = false;

  constructor(
    private readonly events: Events,
    private readonly clock: Clock,
  ) {}

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
    const stream = new EventStream(this.events, {
      filter,
      clock: this.clock,
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
