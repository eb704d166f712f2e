import { z } from "zod";
import type { Entry } from "../../capture/index.ts";
import { isoTime, jsonIn } from "../../core/index.ts";
import { inBatches } from "../histories/batches.ts";
import type { Batch, Broken } from "../histories/history-contract.ts";
import { BEFORE_ALL, type MessageRow, type Position, type Rows, timeOfRow } from "./rows.ts";
import { failureEntries, type Message, messageIn, partEntries, type ReadContext } from "./transcript.ts";

/** A message without changes for so long will not be finished any more. */
const QUIET_MS = 600_000;
/** Between the client's timestamp and the moment when others can read what it wrote. */
const DELAY_MS = 10_000;

const markShape = z.object({ created: z.union([z.number(), z.string()]), id: z.string(), since: z.number() });
/** The last message that was read, and the time from which on a change to it or one before has not been seen. */
type Mark = z.infer<typeof markShape>;

/** Never the error's message: it quotes what was read, which may hold secrets. */
const UNREADABLE = "it has not the form that the client writes";

const isFinished = ({ role, time, error }: Message): boolean =>
  role === "assistant" ? time?.completed !== undefined || (error !== undefined && error !== null) : true;

export interface Session {
  readonly id: string;
  readonly isSubagent: boolean;
  readonly startedAt: string | undefined;
}

class SessionReading {
  readonly #rows: Rows;
  readonly #session: Session;
  readonly #now: number;
  /** Of the message that was read last. */
  #time: string;

  constructor(rows: Rows, session: Session, now: number) {
    this.#rows = rows;
    this.#session = session;
    this.#now = now;
    this.#time = session.startedAt ?? isoTime(now);
  }

  async *from(mark: Mark | undefined): AsyncIterable<Batch> {
    const since = this.#now - DELAY_MS;
    let isChanged = false;
    if (mark) {
      for await (const message of this.#changed(mark)) {
        isChanged = true;
        // The old mark: after a stop here all changes are read again.
        yield this.#read(message, mark);
      }
    }
    if (mark && isChanged) yield { entries: [], broken: [], bytes: 0, mark: JSON.stringify({ ...mark, since }) };
    for await (const message of this.#settled(mark ?? BEFORE_ALL)) {
      yield this.#read(message, { created: message.created, id: message.id, since });
    }
  }

  /** Messages that were read before and have been written to since: a tool came back, a text was changed. */
  async *#changed(mark: Mark): AsyncIterable<MessageRow> {
    let after: Position = BEFORE_ALL;
    for (;;) {
      const page = await this.#rows.changedSince(this.#session.id, after, mark, mark.since);
      yield* page;
      const last = page.at(-1);
      if (last === undefined) return;
      after = last;
    }
  }

  /** New messages, up to the first that is still being written. */
  async *#settled(from: Position): AsyncIterable<MessageRow> {
    let after = from;
    for (;;) {
      const page = await this.#rows.messagesAfter(this.#session.id, after);
      for (const row of page) {
        if (!(await this.#isSettled(row))) return;
        yield row;
      }
      const last = page.at(-1);
      if (last === undefined) return;
      after = last;
    }
  }

  async #isSettled(row: MessageRow): Promise<boolean> {
    const message = messageIn(row.data);
    if (message === undefined) return true;
    // The client writes a message first and its parts after it.
    if (isFinished(message) && row.parts.length > 0) return true;
    const written = Math.max(row.updated, ...row.parts.map(({ updated }) => updated));
    return written < this.#now - QUIET_MS || (await this.#isAnsweredLater(row));
  }

  /** User messages can queue up; once the model answers again, earlier messages are finished. */
  async #isAnsweredLater(row: MessageRow): Promise<boolean> {
    const later = await this.#rows.messagesAfter(this.#session.id, row);
    return later.some((one) => messageIn(one.data)?.role === "assistant");
  }

  #read(row: MessageRow, mark: Mark): Batch {
    const message = messageIn(row.data);
    const broken: Broken[] = message ? [] : [{ where: `message ${row.id}`, why: UNREADABLE }];
    this.#time = timeOfRow(row) ?? this.#time;
    const context: ReadContext = {
      id: row.id,
      message: message ?? {},
      fallbackTime: this.#time,
      isSubagent: this.#session.isSubagent,
    };
    const entries: Entry[] = [];
    let bytes = 0;
    for (const part of row.parts) {
      bytes += Buffer.byteLength(part.data);
      try {
        entries.push(...partEntries(part.id, part.data, context));
      } catch {
        broken.push({ where: `part ${part.id}`, why: UNREADABLE });
      }
    }
    entries.push(...failureEntries(context));
    return { entries, broken, bytes, mark: JSON.stringify(mark) };
  }
}

/**
 * Reads a session from a mark. The client updates texts and tools in place, so a message is left for next time until it
 * is finished; changes in older ones are found by their time.
 */
export const readSession = (
  rows: Rows,
  session: Session,
  mark: string | undefined,
  now: number,
): AsyncIterable<Batch> =>
  inBatches(new SessionReading(rows, session, now).from(markShape.safeParse(jsonIn(mark ?? "")).data));
