import { createReadStream } from "node:fs";
import { z } from "zod";
import { type Entry, type ReadFrom, type Reading, readForward } from "../../capture/index.ts";
import { jsonIn } from "../../core/index.ts";
import type { Batch, Broken } from "./history-contract.ts";

const BATCH_BYTES = 512 << 10;
const NEWLINE = 0x0a;
const START: ReadFrom = { offset: 0, fileId: null };

const markShape = z.object({ offset: z.number(), fileId: z.string().nullable(), tail: z.string().nullish() });

/** Where a file of lines was read to, as a mark. */
export const markOf = ({ offset, fileId, tail }: ReadFrom): string => JSON.stringify({ offset, fileId, tail });

/** The place that a mark names; undefined where another kind of reader made it. */
export const placeOf = (mark: string): ReadFrom | undefined => markShape.safeParse(jsonIn(mark)).data;

/**
 * Reads on in a file of lines, about a megabyte at a time, to its present end. One that was rewritten in its place,
 * also with as many bytes, is read from its start.
 */
export async function* readLines(path: string, mark: string | undefined): AsyncGenerator<Reading> {
  let from = (mark && placeOf(mark)) || START;
  for (;;) {
    const reading = await readForward(path, from, BATCH_BYTES, { isSizeTrusted: false });
    if (!reading) return;
    if (reading.start !== from.offset || reading.offset !== from.offset || reading.rest !== "") yield reading;
    if (reading.atEnd) return;
    from = reading;
  }
}

/** The entries of a line, which may be known by its place in the reading. Throws where it cannot be read. */
type ReadLine = (line: string, index: number) => Entry[];

/** The entries of a reading's lines; one that cannot be read is reported, and the rest is kept. */
export async function batchOf(path: string, reading: Reading, readLine: ReadLine): Promise<Batch> {
  const entries: Entry[] = [];
  const broken: { readonly at: number; readonly why: string }[] = reading.skippedLines.map((place, earlier) => ({
    at: place + earlier,
    why: "it is too long",
  }));
  for (const [index, line] of reading.lines.entries()) {
    const why = readInto(entries, line, index, readLine);
    const skippedBefore = reading.skippedLines.filter((place) => place <= index).length;
    if (why !== undefined) broken.push({ at: index + skippedBefore, why });
  }
  // A client that was killed leaves its last line without an end; half a line is still being written.
  readInto(entries, reading.rest, reading.lines.length, readLine);
  return {
    entries,
    mark: markOf(reading),
    bytes: reading.offset - reading.start,
    broken: broken.length === 0 ? [] : await withLineNumbers(path, broken, reading.start),
  };
}

/** Why the line could not be read, if it could not. */
function readInto(entries: Entry[], line: string, index: number, readLine: ReadLine): string | undefined {
  if (line.trim() === "") return undefined;
  try {
    entries.push(...readLine(line, index));
    return undefined;
  } catch (error) {
    return whyBroken(error);
  }
}

/** Never the error's message: it quotes the line, which may hold secrets. */
export const whyBroken = (error: unknown): string =>
  error instanceof SyntaxError ? "it is not JSON" : "it has not the form that the client writes";

/** The line numbers that an editor shows: counted only for broken lines, which are rare. */
async function withLineNumbers(
  path: string,
  broken: readonly { at: number; why: string }[],
  start: number,
): Promise<Broken[]> {
  const before = await linesBefore(path, start);
  return [...broken]
    .sort((one, other) => one.at - other.at)
    .map(({ at, why }) => ({ where: `line ${before + at + 1}`, why }));
}

/** How many lines are before an offset. */
export async function linesBefore(path: string, offset: number): Promise<number> {
  let lines = 0;
  if (offset === 0) return lines;
  for await (const chunk of createReadStream(path, { end: offset - 1 })) {
    const bytes: Buffer = chunk;
    for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) lines += 1;
  }
  return lines;
}

/** The batches of a file whose lines can be read independently. */
export async function* lineBatches(path: string, mark: string | undefined, readLine: ReadLine): AsyncGenerator<Batch> {
  for await (const reading of readLines(path, mark)) {
    const batch = await batchOf(path, reading, readLine);
    // Half a line is all that was new.
    if (batch.bytes > 0 || batch.entries.length > 0) yield batch;
  }
}
