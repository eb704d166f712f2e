import { type FileHandle, open, rename, stat } from "node:fs/promises";
import { KeyedMutex, makePrivate, messageOf, systemCode, writeFileAtomic } from "../core/index.ts";
import { collectionOf } from "../store/index.ts";
import {
  type EventFilter,
  type EventParts,
  eventOf,
  isWanted,
  type OutsideEvent,
  orderOf,
  placeOf,
} from "./outside.ts";

const FLUSH_AFTER_MS = 200;
/** A full disk may have room again. */
const TRY_AGAIN_AFTER_MS = 10_000;
const LINES_AT_ONCE = 500;
const MOST_UNWRITTEN = 1000;
const ROTATE_AT_BYTES = 10_000_000;
/** More than the longest line. */
const TAIL_BYTES = 1 << 18;
const NEWLINE = 0x0a;

/** Events that are not in the file yet, in the transaction of what they announce: a crash loses none of them. */
export const unwritten = collectionOf<OutsideEvent>("unwritten-events", (event) => ({
  id: String(event.id),
  ...placeOf(event),
}));

export interface EventLogParts extends Pick<EventParts, "store" | "clock" | "log"> {
  readonly rotateAtBytes?: number;
}

/**
 * The events in a JSONL file; the previous file is kept as `….1`. Lines are written in batches a little later, so that
 * nothing waits for the disk, and a full disk breaks nothing.
 */
export class EventLog {
  readonly #turns = new KeyedMutex();
  #isFailing = false;
  #cancelFlush: (() => void) | undefined;

  readonly #path: string;
  readonly #parts: EventLogParts /** The last event in the file. */;
  #written: number;

  private constructor(path: string, parts: EventLogParts /** The last event in the file. */, written: number) {
    this.#path = path;
    this.#parts = parts;
    this.#written = written;
  }

  /** Repairs a last line that a crash has cut, and writes what it left between its commit and the file. */
  static async open(path: string, parts: EventLogParts): Promise<EventLog> {
    const written = await lastIn(path).catch((error) => {
      parts.log.warn({ err: error }, "the events' file could not be read");
      return 0;
    });
    const log = new EventLog(path, parts, written);
    if ((await unwritten(parts.store).count()) > 0) log.soon();
    return log;
  }

  /** The id of the last event, in the file or on its way there; 0 if there is none. */
  async lastId(): Promise<number> {
    const [last] = await unwritten(this.#parts.store).list({}, { newestFirst: true, limit: 1 });
    return Math.max(this.#written, last?.id ?? 0);
  }

  /** Writes events a little later. */
  soon(ms = FLUSH_AFTER_MS): void {
    this.#cancelFlush ??= this.#parts.clock.after(ms, () => void this.flush());
  }

  /** Never fails: failed writes are retried later. */
  flush(): Promise<void> {
    this.#cancelFlush?.();
    this.#cancelFlush = undefined;
    return this.#turns.run(this.#path, () => this.#flush());
  }

  async #flush(): Promise<void> {
    const { store, log } = this.#parts;
    try {
      for (;;) {
        const events = await unwritten(store).list({}, { limit: LINES_AT_ONCE });
        if (events.length === 0) break;
        // A crash before their removal from the store left those that are in the file.
        await this.#writeEvents(events.filter(({ id }) => id > this.#written));
        await unwritten(store).remove({ before: orderOf(this.#written + 1) });
      }
      if (this.#isFailing) log.info("events are written to their file again");
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) log.warn({ message: messageOf(error) }, "events cannot be written to their file");
      this.#isFailing = true;
      await this.dropOverflow().catch(() => undefined);
      this.soon(TRY_AGAIN_AFTER_MS);
    }
  }

  async #writeEvents(events: readonly OutsideEvent[]): Promise<void> {
    for (const { type, sessionId } of events)
      if (type === "session.purged" && sessionId !== null)
        for (const path of [olderOf(this.#path), this.#path]) await withoutSession(path, sessionId);
    if (events.length > 0) await this.#write(Buffer.from(events.map((event) => `${JSON.stringify(event)}\n`).join("")));
    this.#written = events.at(-1)?.id ?? this.#written;
  }

  /** Of what waits for a file that cannot be written, only the newest stay. */
  async dropOverflow(): Promise<void> {
    await unwritten(this.#parts.store).remove({ beyond: MOST_UNWRITTEN });
  }

  async #write(bytes: Buffer): Promise<void> {
    const size = await sizeOf(this.#path);
    if (size > 0 && size + bytes.length > (this.#parts.rotateAtBytes ?? ROTATE_AT_BYTES))
      await rename(this.#path, olderOf(this.#path));
    const file = await open(this.#path, "a", 0o600);
    try {
      const before = (await file.stat()).size;
      const written = await file.write(bytes).then(({ bytesWritten }) => bytesWritten);
      if (written === bytes.length) return;
      await file.truncate(before);
      throw new Error(`only ${written} of ${bytes.length} bytes could be written`);
    } finally {
      await file.close();
    }
  }

  /** Stored events, oldest first. */
  async *read(filter: EventFilter = {}): AsyncGenerator<OutsideEvent> {
    await this.flush();
    // The newer file is opened first: after a rotation in between, lines are read twice rather than never.
    const newer = await opened(this.#path);
    const older = await opened(olderOf(this.#path));
    let last = 0;
    try {
      for (const file of [older, newer]) {
        for await (const event of eventsIn(file)) {
          if (event.id <= last) continue;
          last = event.id;
          if (isWanted(event, filter)) yield event;
        }
      }
    } finally {
      await older?.close();
      await newer?.close();
    }
  }
}

const olderOf = (path: string): string => `${path}.1`;

const lastIn = async (path: string): Promise<number> => (await repair(path)) || (await repair(olderOf(path)));

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (systemCode(error) === "ENOENT") return 0;
    throw error;
  }
}

async function opened(path: string, flags = "r"): Promise<FileHandle | undefined> {
  try {
    return await open(path, flags);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

async function* eventsIn(file: FileHandle | undefined): AsyncGenerator<OutsideEvent> {
  for await (const line of file?.readLines({ autoClose: false }) ?? []) {
    const event = eventOf(line);
    if (event) yield event;
  }
}

/** Makes the file end with a complete line; returns that event's id. */
async function repair(path: string): Promise<number> {
  const file = await opened(path, "r+");
  if (!file) return 0;
  try {
    makePrivate(path);
    const { size } = await file.stat();
    const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
    await file.read(tail, 0, tail.length, size - tail.length);
    const end = tail.lastIndexOf(NEWLINE) + 1;
    const rest = tail.subarray(end).toString("utf8");
    if (rest !== "") {
      // If only the line end is missing, it is added; half a line is removed.
      if (end === 0 ? size > tail.length : eventOf(rest)) await file.write("\n", size);
      else await file.truncate(size - tail.length + end);
    }
    const whole = tail.toString("utf8").split("\n");
    return whole.map(eventOf).findLast((event) => event !== undefined)?.id ?? 0;
  } finally {
    await file.close();
  }
}

async function withoutSession(path: string, sessionId: string): Promise<void> {
  const file = await opened(path);
  if (!file) return;
  const kept: string[] = [];
  let found = false;
  try {
    for await (const line of file.readLines({ autoClose: false })) {
      if (line.includes(sessionId) && eventOf(line)?.sessionId === sessionId) found = true;
      else kept.push(`${line}\n`);
    }
  } finally {
    await file.close();
  }
  if (found) writeFileAtomic(path, kept.join(""));
}
