import { readFile, stat } from "node:fs/promises";
import { jsonIn } from "../../core/index.ts";
import type { Batch } from "../histories/history-contract.ts";
import { whyBroken } from "../histories/lines.ts";
import { type Header, header, operationOf, type ReadContext, replacementEntries, unknownEntry } from "./transcript.ts";

const MESSAGES_PER_BATCH = 200;

/** Until 2026 the client kept a session as one JSON text, written whole each time. */
export const recordHeader = async (path: string): Promise<Header | undefined> =>
  header.safeParse(jsonIn(await readFile(path, "utf8").catch(() => ""))).data;

/** The whole file is read again whenever it was rewritten: message ids prevent duplicates. */
export async function* readRecord(path: string, mark: string | undefined, context: ReadContext): AsyncIterable<Batch> {
  const { size, mtimeMs } = await stat(path);
  const now = `${size}:${mtimeMs}`;
  if (mark === now) return;
  try {
    const record = operationOf(await readFile(path, "utf8"));
    if (record.does !== "replace") return;
    const unread = record.unread.map((one) => unknownEntry(JSON.stringify(one), context));
    for (let from = 0; from < record.messages.length; from += MESSAGES_PER_BATCH) {
      const messages = record.messages.slice(from, from + MESSAGES_PER_BATCH);
      const isLast = from + MESSAGES_PER_BATCH >= record.messages.length;
      const entries = [...replacementEntries(messages, context), ...(isLast ? unread : [])];
      // Only the last mark says that all was read: an interrupted reading starts over.
      const bytes = Math.round((size * messages.length) / record.messages.length);
      yield { entries, mark: isLast ? now : "", bytes, broken: [] };
    }
  } catch (error) {
    yield { entries: [], mark: now, bytes: size, broken: [{ where: "the whole file", why: whyBroken(error) }] };
  }
}
