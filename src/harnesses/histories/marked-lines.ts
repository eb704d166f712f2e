import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { z } from "zod";
import { readForward } from "../../conversation/index.ts";
import type { Broken } from "./contract.ts";

const BATCH_BYTES = 1 << 20;
const HEAD_BYTES = 1 << 16;

/** How a file begins: by that, a client's files are known before they are read. */
export async function headOf(path: string): Promise<string> {
  // Without O_NONBLOCK, opening a named pipe waits for whoever writes to it.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}

const markShape = z.object({
  offset: z.number(),
  fileId: z.string().nullable(),
  tail: z.string().nullish(),
  line: z.number(),
});
type Mark = z.infer<typeof markShape>;

const START: Mark = { offset: 0, fileId: null, line: 0 };

/** A mark that cannot be read is no mark: reading begins anew, and entries have ids. */
function lineMark(mark: string | undefined): Mark {
  try {
    return markShape.parse(JSON.parse(mark ?? ""));
  } catch {
    return START;
  }
}

export interface Lines {
  readonly lines: readonly string[];
  /** How many lines of the file stand before these. */
  readonly before: number;
  readonly mark: string;
  readonly bytes: number;
  readonly broken: readonly Broken[];
}

const tooLong = (count: number, before: number): Broken[] =>
  Array.from({ length: count }, () => ({ where: `behind line ${before}`, why: "a line is longer than any message" }));

/** Reads on in a file of lines, about a megabyte at a time, to its present end. */
export async function* readLines(path: string, mark: string | undefined): AsyncIterable<Lines> {
  let at = lineMark(mark);
  for (;;) {
    const read = await readForward(path, at, BATCH_BYTES);
    if (read === undefined) return;
    // Another file under the same name, a shorter one, or one that was rewritten in its place was read from its start.
    const from = read.start === at.offset ? at : START;
    if (read.offset === from.offset) return;
    const line = from.line + read.lines.length + read.skippedLines.length;
    at = { offset: read.offset, fileId: read.fileId, tail: read.tail, line };
    yield {
      lines: read.lines,
      before: from.line,
      mark: JSON.stringify(at),
      bytes: at.offset - from.offset,
      broken: tooLong(read.skippedLines.length, from.line),
    };
    if (read.atEnd) return;
  }
}

/** Never the error's own words: they quote the line, and with it whatever secrets it holds. */
export const whyBroken = (error: unknown): string =>
  error instanceof SyntaxError ? "it is not JSON" : "it has not the form that the client writes";

/** What each line gives; a line that cannot be read is told, and the others are read. */
export function eachLine<T>(read: Lines, take: (line: string) => readonly T[]): { taken: T[]; broken: Broken[] } {
  const broken: Broken[] = [...read.broken];
  const taken = read.lines.flatMap((line, index) => {
    if (line.trim() === "") return [];
    try {
      return take(line);
    } catch (error) {
      broken.push({ where: `line ${read.before + index + 1}`, why: whyBroken(error) });
      return [];
    }
  });
  return { taken, broken };
}
