import { type FileHandle, open, rename, stat } from "node:fs/promises";
import {
  type Clock,
  KeyedMutex,
  type Log,
  makePrivate,
  messageOf,
  systemCode,
  writeFileAtomic,
} from "../core/index.ts";
import { type EventFilter, eventOf, isWanted, type OutsideEvent } from "./outside.ts";

const FLUSH_AFTER_MS = 200;
/** A full disk may have room again. */
const TRY_AGAIN_AFTER_MS = 10_000;
const MANY_PENDING = 100;
const MOST_PENDING = 1000;
const ROTATE_AT_BYTES = 10_000_000;
/** More than the longest line. */
const TAIL_BYTES = 1 << 18;
const NEWLINE = 0x0a;

export interface EventLogOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly rotateAtBytes?: number;
  /** Called when all events up to this id are in the file; it does not fail. */
  readonly written?: (lastId: number) => Promise<void>;
}

/**
 * The events in a JSONL file; the previous file is kept as `….1`. Lines are written in batches a little later, so that
 * nothing waits for the disk, and a full disk breaks nothing.
 */
export class EventLog {
  readonly #path: string;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #rotateAtBytes: number;
  readonly #written: (lastId: number) => Promise<void>;
  readonly #turns = new KeyedMutex();
  #pending: OutsideEvent[] = [];
  #lost = 0;
  #isFailing = false;
  #cancelFlush: (() => void) | undefined;
  #opened: Promise<number> | undefined;

  constructor(
    path: string,
    { clock, log, rotateAtBytes = ROTATE_AT_BYTES, written = async () => {} }: EventLogOptions,
  ) {
    this.#path = path;
    this.#clock = clock;
    this.#log = log;
    this.#rotateAtBytes = rotateAtBytes;
    this.#written = written;
  }

  get #older(): string {
    return `${this.#path}.1`;
  }

  /** The id of the last stored event, or 0. Repairs a last line that a crash has cut. */
  lastId(): Promise<number> {
    this.#opened ??= this.#open().catch((error) => {
      this.#log.warn({ err: error }, "the events' file could not be read");
      return 0;
    });
    return this.#opened;
  }

  async #open(): Promise<number> {
    return (await repair(this.#path)) || (await repair(this.#older));
  }

  append(event: OutsideEvent): void {
    this.#pending.push(event);
    this.#dropOverflow();
    if (this.#pending.length >= MANY_PENDING && !this.#isFailing) void this.flush();
    else this.#flushIn(FLUSH_AFTER_MS);
  }

  #dropOverflow(): void {
    const over = this.#pending.length - MOST_PENDING;
    if (over <= 0) return;
    this.#pending.splice(0, over);
    this.#lost += over;
  }

  #flushIn(ms: number): void {
    this.#cancelFlush ??= this.#clock.after(ms, () => void this.flush());
  }

  /** Never fails: failed writes are retried later. */
  flush(): Promise<void> {
    this.#cancelFlush?.();
    this.#cancelFlush = undefined;
    return this.#turns.run(this.#path, () => this.#flush());
  }

  async #flush(): Promise<void> {
    if (this.#pending.length === 0) return;
    await this.lastId();
    const events = this.#pending;
    this.#pending = [];
    try {
      await this.#write(Buffer.from(events.map((event) => `${JSON.stringify(event)}\n`).join("")));
      if (this.#isFailing) this.#log.info({ lost: this.#lost }, "events are written to their file again");
      this.#isFailing = false;
      this.#lost = 0;
    } catch (error) {
      this.#pending = [...events, ...this.#pending];
      this.#dropOverflow();
      if (!this.#isFailing) this.#log.warn({ message: messageOf(error) }, "events cannot be written to their file");
      this.#isFailing = true;
      this.#flushIn(TRY_AGAIN_AFTER_MS);
      return;
    }
    await this.#written(events.at(-1)?.id ?? 0);
  }

  async #write(bytes: Buffer): Promise<void> {
    const size = await sizeOf(this.#path);
    if (size > 0 && size + bytes.length > this.#rotateAtBytes) await rename(this.#path, this.#older);
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
    const older = await opened(this.#older);
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

  /** Removes the events of a session. */
  async forget(sessionId: string): Promise<void> {
    await this.flush();
    await this.#turns.run(this.#path, async () => {
      // Those that could not be written.
      this.#pending = this.#pending.filter((event) => event.sessionId !== sessionId);
      for (const path of [this.#older, this.#path]) await withoutSession(path, sessionId);
    });
  }
}

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
