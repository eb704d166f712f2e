import { constants } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { systemCode } from "../core/index.ts";

const CHUNK_BYTES = 1 << 20;
/** A line beyond this is passed over and counted: no message of a model is that long. */
const LONGEST_LINE_BYTES = 64 << 20;
const NEWLINE = 0x0a;
const BYTE_ORDER_MARK = /^\uFEFF/;
/** Paths come from clients: these codes say that there is nothing to read, not that reading failed. */
const NOTHING_THERE = new Set([
  ...["ENOENT", "EACCES", "EISDIR", "ENOTDIR", "EPERM", "ELOOP", "ENAMETOOLONG", "ENXIO", "ENODEV"],
  "ERR_INVALID_ARG_VALUE",
]);

export interface Reading {
  /** Complete lines, without their line ends. */
  readonly lines: readonly string[];
  /** Behind the last complete line. */
  readonly offset: number;
  readonly fileId: string;
  readonly skippedLines: number;
  /** Whether the file was read to its present end. */
  readonly atEnd: boolean;
}

function lineOf(parts: readonly Buffer[], offset: number): string {
  const line = Buffer.concat(parts).toString("utf8").replace(/\r$/, "");
  return offset === 0 ? line.replace(BYTE_ORDER_MARK, "") : line;
}

async function openIfAny(path: string): Promise<FileHandle | undefined> {
  try {
    // Without O_NONBLOCK, opening a named pipe waits for whoever writes to it.
    return await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if (NOTHING_THERE.has(systemCode(error) ?? "")) return undefined;
    throw error;
  }
}

type From = { readonly offset: number; readonly fileId: string | null };

const unread = ({ offset, fileId }: From) => ({ offset, fileId: fileId ?? "" });

/** Most looks find nothing new: one question to the file system instead of three. */
async function isUnchanged(path: string, from: From): Promise<boolean> {
  if (from.fileId === null) return false;
  const now = await stat(path).catch(() => undefined);
  return now?.isFile() === true && now.size === from.offset && `${now.dev}:${now.ino}` === from.fileId;
}

/**
 * Reads on in a growing file of lines, from where the last reading stopped. A line that is still being written is left
 * for next time. A file that became shorter or another one under the same name is read from its start: entries carry
 * ids, so nothing is taken twice.
 */
export async function readForward(
  path: string,
  from: From,
  batchBytes: number,
  longestLineBytes = LONGEST_LINE_BYTES,
): Promise<Reading | undefined> {
  if (await isUnchanged(path, from)) return { lines: [], ...unread(from), skippedLines: 0, atEnd: true };
  const file = await openIfAny(path);
  if (!file) return undefined;
  try {
    const found = await file.stat();
    if (!found.isFile()) return undefined;
    const fileId = `${found.dev}:${found.ino}`;
    const replaced = from.fileId !== null && from.fileId !== fileId;
    let offset = replaced || found.size < from.offset ? 0 : from.offset;
    const lines: string[] = [];
    let skippedLines = 0;
    let pending: Buffer[] = [];
    let pendingBytes = 0;
    let taken = 0;
    let position = offset;
    while (position < found.size && (taken < batchBytes || lines.length === 0)) {
      const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, found.size - position));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
      if (bytesRead === 0) break;
      position += bytesRead;
      let start = 0;
      for (let end = buffer.indexOf(NEWLINE); end >= 0 && end < bytesRead; end = buffer.indexOf(NEWLINE, start)) {
        const lineBytes = pendingBytes + (end - start);
        if (lineBytes > longestLineBytes) skippedLines += 1;
        else lines.push(lineOf([...pending, buffer.subarray(start, end)], offset));
        offset += lineBytes + 1;
        taken += lineBytes + 1;
        pending = [];
        pendingBytes = 0;
        start = end + 1;
      }
      pendingBytes += bytesRead - start;
      // Beyond the limit only the length is kept, so that memory stays bounded however long the line is.
      if (pendingBytes <= longestLineBytes) pending.push(buffer.subarray(start, bytesRead));
      else pending = [];
    }
    return { lines, offset, fileId, skippedLines, atEnd: position >= found.size };
  } finally {
    await file.close();
  }
}
