import { constants } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { sha256, systemCode } from "../core/index.ts";
import { collectionOf } from "../store/index.ts";

const CHUNK_BYTES = 1 << 20;
/** A line beyond this is passed over and counted: no message of a model is that long. */
const LONGEST_LINE_BYTES = 64 << 20;
const TAIL_BYTES = 256;
const NEWLINE = 0x0a;
const BYTE_ORDER_MARK = /^\uFEFF/;
/** Paths come from clients: these codes mean that there is nothing to read, not that reading failed. */
const NOTHING_THERE = new Set([
  ...["ENOENT", "EACCES", "EISDIR", "ENOTDIR", "EPERM", "ELOOP", "ENAMETOOLONG", "ENXIO", "ENODEV"],
  "ERR_INVALID_ARG_VALUE",
]);

/** How far a transcript was read. */
export interface TranscriptCursor {
  readonly path: string;
  readonly sessionId: string;
  readonly byteOffset: number;
  readonly fileId: string | null;
  /** A hash of the bytes just before the offset. */
  readonly tail: string | null;
  readonly brokenLines: number;
  readonly updatedAt: string;
}

export const transcriptCursors = collectionOf<TranscriptCursor>(
  "transcript-cursors",
  ({ path: id, sessionId, updatedAt: at }) => ({ id, sessionId, at }),
);

export interface Reading {
  /** Complete lines, without their line ends. */
  readonly lines: readonly string[];
  /** Where it began: where the last one stopped, or at the start of a replaced file. */
  readonly start: number;
  /** After the last complete line. */
  readonly offset: number;
  readonly fileId: string;
  /** A hash of the bytes just before the offset, to notice a file that was rewritten in place. */
  readonly tail: string;
  /** The places among the lines at which one was left out because it is too long. */
  readonly skippedLines: readonly number[];
  /** The text after the last complete line, where the file was read to its end. */
  readonly rest: string;
  /** Whether the file was read to its present end. */
  readonly atEnd: boolean;
}

/** Where a reading stopped. */
export interface ReadFrom {
  readonly offset: number;
  readonly fileId: string | null;
  readonly tail?: string | null | undefined;
}

export interface ReadOptions {
  readonly longestLineBytes?: number;
  /** Whether a file of the same size is unchanged, as with clients that only append. Otherwise its tail is compared. */
  readonly isSizeTrusted?: boolean;
}

async function openIfAny(path: string): Promise<FileHandle | undefined> {
  try {
    // Without O_NONBLOCK, opening a named pipe waits for a writer.
    return await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if (NOTHING_THERE.has(systemCode(error) ?? "")) return undefined;
    throw error;
  }
}

/** Most reads find nothing new: one call to the file system instead of three. */
async function isUnchanged(path: string, from: ReadFrom): Promise<boolean> {
  if (from.fileId === null) return false;
  const now = await stat(path).catch(() => undefined);
  return now?.isFile() === true && now.size === from.offset && `${now.dev}:${now.ino}` === from.fileId;
}

async function tailBefore(file: FileHandle, offset: number): Promise<string> {
  const bytes = Buffer.alloc(Math.min(TAIL_BYTES, offset));
  await file.read(bytes, 0, bytes.length, offset - bytes.length);
  return sha256(bytes).slice(0, 16);
}

/**
 * Where to continue: at the start where it is another file, a shorter one, or one with other text before the offset.
 */
async function startOf(file: FileHandle, size: number, fileId: string, from: ReadFrom): Promise<number> {
  if ((from.fileId !== null && from.fileId !== fileId) || size < from.offset) return 0;
  if (from.offset === 0 || from.tail == null) return from.offset;
  return (await tailBefore(file, from.offset)) === from.tail ? from.offset : 0;
}

/** Joins lines from chunks; beyond the limit only a line's length is kept, so that memory stays bounded. */
class Lines {
  readonly whole: string[] = [];
  /** After the last whole line. */
  offset: number;
  readonly skipped: number[] = [];
  readonly #longest: number;
  #pending: Buffer[] = [];
  #pendingBytes = 0;

  constructor(offset: number, longest: number) {
    this.offset = offset;
    this.#longest = longest;
  }

  add(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      const bytes = this.#pendingBytes + (end - start);
      if (bytes > this.#longest) this.skipped.push(this.whole.length);
      else this.whole.push(this.#lineOf(chunk, start, end));
      this.offset += bytes + 1;
      this.#pending = [];
      this.#pendingBytes = 0;
      start = end + 1;
    }
    this.#pendingBytes += chunk.length - start;
    if (this.#pendingBytes <= this.#longest) this.#pending.push(chunk.subarray(start));
    else this.#pending = [];
  }

  /** The beginning of a line that has no end yet. */
  get rest(): string {
    return Buffer.concat(this.#pending).toString("utf8");
  }

  #lineOf(chunk: Buffer, start: number, end: number): string {
    const text =
      this.#pending.length === 0
        ? chunk.toString("utf8", start, end)
        : Buffer.concat([...this.#pending, chunk.subarray(start, end)]).toString("utf8");
    const line = text.endsWith("\r") ? text.slice(0, -1) : text;
    return this.offset === 0 ? line.replace(BYTE_ORDER_MARK, "") : line;
  }
}

/**
 * Reads a growing file of lines from where the last reading stopped. A line that is still being written is left for
 * next time. A file that became shorter, was rewritten, or was replaced is read from its start: entries carry ids, so
 * nothing is stored twice.
 */
export async function readForward(
  path: string,
  from: ReadFrom,
  batchBytes: number,
  { longestLineBytes = LONGEST_LINE_BYTES, isSizeTrusted = true }: ReadOptions = {},
): Promise<Reading | undefined> {
  if (isSizeTrusted && (await isUnchanged(path, from))) {
    const { offset, fileId, tail } = from;
    const nothing = { lines: [], skippedLines: [], rest: "", atEnd: true };
    return { ...nothing, start: offset, offset, fileId: fileId ?? "", tail: tail ?? "" };
  }
  const file = await openIfAny(path);
  if (!file) return undefined;
  try {
    const found = await file.stat();
    if (!found.isFile()) return undefined;
    const fileId = `${found.dev}:${found.ino}`;
    const start = await startOf(file, found.size, fileId, from);
    const lines = new Lines(start, longestLineBytes);
    let position = start;
    while (position < found.size && (lines.offset - start < batchBytes || lines.whole.length === 0)) {
      const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, found.size - position));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
      if (bytesRead === 0) break;
      position += bytesRead;
      lines.add(buffer.subarray(0, bytesRead));
    }
    const atEnd = position >= found.size;
    return {
      lines: lines.whole,
      start,
      offset: lines.offset,
      fileId,
      tail: await tailBefore(file, lines.offset),
      skippedLines: lines.skipped,
      rest: atEnd ? lines.rest : "",
      atEnd,
    };
  } finally {
    await file.close();
  }
}
