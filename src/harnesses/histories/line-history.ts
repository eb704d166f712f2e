import { stat } from "node:fs/promises";
import { type Entry, isSpoken } from "../../capture/index.ts";
import { badInput, jsonIn } from "../../core/index.ts";
import { withInheritedTimes } from "../client-times.ts";
import { type Fields, isFields } from "../json-fields.ts";
import { filesBelow, type Head } from "./files.ts";
import type { HistorySession } from "./history-contract.ts";
import { lineBatches } from "./lines.ts";
import { NO_HISTORY, NO_JSON, type OnSkip, whyUnread } from "./skipped-files.ts";

/** The entries of one line; one without a time gets `fallbackTime`. Throws if it cannot be read. */
export type LineReader = (line: string, fallbackTime: string) => Entry[];

/** The first lines that are JSON objects. Throws if there is text and none of it is. */
export function objectsInHead(head: Head): Fields[] {
  const objects = head.lines.map(jsonIn).filter(isFields);
  if (objects.length === 0 && head.text.trim() !== "") throw badInput(NO_JSON);
  return objects;
}

/** Whether a file, if `head` is all of it, has neither messages nor broken lines. */
export function hasNoMessages({ lines, isWhole }: Head, readLine: LineReader): boolean {
  if (!isWhole) return false;
  return lines.every((line, index) => {
    try {
      return !readLine(line, "").some(isSpoken);
    } catch {
      // The last is still being written.
      return index === lines.length - 1;
    }
  });
}

/** A session whose history is a file that grows line by line, and how that begins. */
export function lineHistory(
  { bytes, writtenAt }: Head,
  known: Omit<HistorySession, "isTranscript" | "bytes" | "read">,
  readLine: LineReader,
): HistorySession {
  // What comes after a mark was written long after the session began.
  const begin = (mark: string | undefined) => (mark === undefined && known.startedAt) || writtenAt;
  return {
    ...known,
    bytes,
    isTranscript: true,
    read: (mark) => lineBatches(known.path, mark, withInheritedTimes(readLine, begin(mark))),
  };
}

/** No messages, or a file of something else. */
type None = "empty" | "not-ours";

/** Reads what one file holds. Throws where it cannot be read. */
export type HistoryIn = (path: string) => Promise<HistorySession | None>;

async function readHistory(path: string, historyIn: HistoryIn, onSkip: OnSkip): Promise<HistorySession | None> {
  try {
    return await historyIn(path);
  } catch (error) {
    onSkip(path, whyUnread(error));
    return "empty";
  }
}

const LINES = /\.jsonl$/;

/** The histories in all files of lines below the client's own folder. */
export async function* historiesBelow(
  folder: string,
  historyIn: HistoryIn,
  onSkip: OnSkip,
): AsyncGenerator<HistorySession> {
  for await (const path of filesBelow(folder, LINES, onSkip)) {
    const found = await readHistory(path, historyIn, onSkip);
    if (found === "not-ours") onSkip(path, NO_HISTORY);
    else if (found !== "empty") yield found;
  }
}

/** The histories in a file, whatever it is called, or below a folder; undefined where there are none. */
export async function openHistories(
  path: string,
  historyIn: HistoryIn,
  onSkip: OnSkip,
): Promise<HistorySession[] | undefined> {
  const histories: HistorySession[] = [];
  const isFolder = (await stat(path)).isDirectory();
  // Files of others are expected here and are no reason to report anything.
  for await (const file of isFolder ? filesBelow(path, LINES, onSkip) : [path]) {
    const found = await readHistory(file, historyIn, onSkip);
    if (found !== "empty" && found !== "not-ours") histories.push(found);
  }
  return histories.length > 0 ? histories : undefined;
}
