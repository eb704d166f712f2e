import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { z } from "zod";
import { type Entry, isSpoken, type ReadFrom, type Reading, readForward } from "../../conversation/index.ts";
import { isoTime } from "../../core/index.ts";
import type { Batch, Broken, HistorySession } from "./contract.ts";
import { filesBelow, type Head } from "./files.ts";
import { whyBroken } from "./marked-lines.ts";

const BATCH_BYTES = 512 << 10;
const NEWLINE = 0x0a;

/** The entries of one line; a line without a time was written at `otherwise`. Throws where it cannot be read. */
export type LineReader = (line: string, otherwise: string) => Entry[];

const markShape = z.object({ offset: z.number(), fileId: z.string().nullable(), tail: z.string().nullish() });

/** Where a file of lines was read to, as a mark. */
export const markOf = ({ offset, fileId, tail }: ReadFrom): string => JSON.stringify({ offset, fileId, tail });

/** The place that a mark names; undefined where another kind of reader made it. */
export function placeOf(mark: string): ReadFrom | undefined {
  try {
    return markShape.parse(JSON.parse(mark));
  } catch {
    return undefined;
  }
}

/** What of a head can be read as JSON objects. */
export function objectsIn({ lines }: Head): Record<string, unknown>[] {
  return lines.flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line);
      return value !== null && typeof value === "object" && !Array.isArray(value) ? [{ ...value }] : [];
    } catch {
      return [];
    }
  });
}

/** Whether a file that is known whole holds nothing that anybody said. */
export function isSilent({ lines, isWhole }: Head, readLine: LineReader): boolean {
  if (!isWhole) return false;
  return !lines.some((line) => {
    try {
      return readLine(line, "").some(isSpoken);
    } catch {
      return false;
    }
  });
}

/** A session whose history is a file that grows line by line. */
export function lineHistory(
  known: Omit<HistorySession, "isTranscript" | "read">,
  readLine: LineReader,
): HistorySession {
  return {
    ...known,
    isTranscript: true,
    read: (mark) => new LineHistory(known.path, known.startedAt, readLine).batches(mark),
  };
}

/** Reads what one file holds; undefined where it is not this client's, or nobody said anything in it. */
export type HistoryIn = (path: string) => Promise<HistorySession | undefined>;

const LINES = /\.jsonl$/;

/** The histories in all files of lines below a folder. */
export async function* historiesBelow(folder: string, historyIn: HistoryIn): AsyncGenerator<HistorySession> {
  for await (const path of filesBelow(folder, LINES)) {
    const history = await historyIn(path);
    if (history) yield history;
  }
}

/** The histories in a file, whatever it is called, or below a folder; undefined where there are none. */
export async function openHistories(path: string, historyIn: HistoryIn): Promise<HistorySession[] | undefined> {
  const found: (HistorySession | undefined)[] = [];
  if ((await stat(path)).isDirectory()) for await (const one of historiesBelow(path, historyIn)) found.push(one);
  else found.push(await historyIn(path));
  const histories = found.filter((one) => one !== undefined);
  return histories.length > 0 ? histories : undefined;
}

class LineHistory {
  readonly #path: string;
  readonly #readLine: LineReader;
  /** When the last line was written. */
  #time: string;

  constructor(path: string, startedAt: string | undefined, readLine: LineReader) {
    this.#path = path;
    this.#time = startedAt ?? isoTime(0);
    this.#readLine = readLine;
  }

  async *batches(mark: string | undefined): AsyncGenerator<Batch> {
    let from: ReadFrom = (mark && placeOf(mark)) || { offset: 0, fileId: null };
    for (;;) {
      const reading = await readForward(this.#path, from, BATCH_BYTES);
      if (!reading) return;
      const batch = await this.#batchOf(reading);
      const isNew = reading.offset !== from.offset || batch.entries.length > 0;
      if (isNew) yield batch;
      if (reading.atEnd) return;
      from = reading;
    }
  }

  async #batchOf(reading: Reading): Promise<Batch> {
    const entries: Entry[] = [];
    const broken: { readonly at: number; readonly why: string }[] = reading.skippedLines.map((place, earlier) => ({
      at: place + earlier,
      why: "it is too long",
    }));
    for (const [index, line] of reading.lines.entries()) {
      const why = this.#readInto(entries, line);
      const skippedBefore = reading.skippedLines.filter((place) => place <= index).length;
      if (why !== undefined) broken.push({ at: index + skippedBefore, why });
    }
    // A client that was killed leaves its last line without an end; half a line is still being written.
    this.#readInto(entries, reading.rest);
    return {
      entries,
      mark: markOf(reading),
      bytes: reading.offset - reading.start,
      broken: broken.length === 0 ? [] : await this.#placed(broken, reading.start),
    };
  }

  /** Why the line could not be read, if it could not. */
  #readInto(entries: Entry[], line: string): string | undefined {
    try {
      const read = this.#readLine(line, this.#time);
      entries.push(...read);
      this.#time = read.at(-1)?.createdAt ?? this.#time;
      return undefined;
    } catch (error) {
      return whyBroken(error);
    }
  }

  /** By the number that an editor shows: counted only where a line is broken, which is rare. */
  async #placed(broken: readonly { at: number; why: string }[], start: number): Promise<Broken[]> {
    const before = start === 0 ? 0 : await linesBefore(this.#path, start);
    return [...broken]
      .sort((one, other) => one.at - other.at)
      .map(({ at, why }) => ({ where: `line ${before + at + 1}`, why }));
  }
}

async function linesBefore(path: string, offset: number): Promise<number> {
  let lines = 0;
  for await (const chunk of createReadStream(path, { end: offset - 1 })) {
    const bytes: Buffer = chunk;
    for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) lines += 1;
  }
  return lines;
}
