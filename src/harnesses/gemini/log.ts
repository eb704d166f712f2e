import type { Entry, Reading } from "../../capture/index.ts";
import { withInheritedTimes } from "../client-times.ts";
import type { Batch } from "../histories/history-contract.ts";
import { batchOf, linesBefore, readLines } from "../histories/lines.ts";
import { MessageVersions } from "./message-versions.ts";
import { SeenMessages } from "./seen-messages.ts";
import { type Operation, operationOf, type ReadContext, replacementEntries, unknownEntry } from "./transcript.ts";

/** What each line does; undefined where it cannot be read. */
function operationsIn({ lines }: Reading): (Operation | undefined)[] {
  return lines.map((line) => {
    try {
      return operationOf(line);
    } catch {
      return undefined;
    }
  });
}

/** What is known of a log while it is read. */
interface Known {
  readonly seen: SeenMessages;
  readonly versions: MessageVersions;
}

function entriesOf(operation: Operation, raw: string, { seen, versions }: Known, context: ReadContext): Entry[] {
  switch (operation.does) {
    case "say": {
      const entries = replacementEntries([operation.message], context);
      seen.add(entries);
      return versions.current([operation.message], entries, context);
    }
    case "replace": {
      const entries = replacementEntries(operation.messages, context);
      const fresh = seen.without(entries);
      seen.add(entries);
      const unread = operation.unread.map((one) => unknownEntry(JSON.stringify(one), context));
      return [...versions.current(operation.messages, fresh, context), ...unread];
    }
    case "bookkeeping":
      return [];
    case "unknown":
      return [unknownEntry(raw, context)];
  }
}

/** The messages in the file before an offset. */
async function seenBefore(path: string, offset: number, context: ReadContext): Promise<SeenMessages> {
  const known: Known = { seen: new SeenMessages(), versions: new MessageVersions([]) };
  let left = await linesBefore(path, offset);
  for await (const reading of readLines(path, undefined)) {
    const lines = reading.lines.slice(0, left);
    const readLine = (line: string) => entriesOf(operationOf(line), line, known, context);
    await batchOf(path, { ...reading, lines, rest: "" }, readLine);
    left -= reading.lines.length + reading.skippedLines.length;
    if (left <= 0) break;
  }
  return known.seen;
}

/** Each with the one that follows. */
async function* withNext<Item extends object>(items: AsyncIterable<Item>): AsyncGenerator<[Item, Item | undefined]> {
  let held: Item | undefined;
  for await (const item of items) {
    if (held) yield [held, item];
    held = item;
  }
  if (held) yield [held, undefined];
}

async function* readings(path: string, mark: string | undefined) {
  for await (const reading of readLines(path, mark)) yield { reading, operations: operationsIn(reading) };
}

/**
 * Reads the log of a session from a mark. What is before the mark is read again only when messages replaced others: to
 * know which of them are new.
 */
export async function* readLog(path: string, mark: string | undefined, context: ReadContext): AsyncIterable<Batch> {
  let known: Known = { seen: new SeenMessages(), versions: new MessageVersions([]) };
  let isAllKnown = false;
  let operations: readonly (Operation | undefined)[] = [];
  const readLine = withInheritedTimes(
    // What could not be parsed is parsed again, to report why.
    (line: string, fallbackTime, index) =>
      entriesOf(operations[index] ?? operationOf(line), line, known, { ...context, fallbackTime }),
    context.fallbackTime,
  );
  for await (const [{ reading, operations: own }, next] of withNext(readings(path, mark))) {
    operations = own;
    let { seen } = known;
    if (reading.start === 0) {
      seen = new SeenMessages();
      isAllKnown = true;
    } else if (!isAllKnown && own.some((one) => one?.does === "replace")) {
      seen = await seenBefore(path, reading.start, context);
      isAllKnown = true;
    }
    // The client rewrites only its latest messages: within this reading or the next.
    known = { seen, versions: new MessageVersions([...own, ...(next?.operations ?? [])]) };
    const batch = await batchOf(path, { ...reading, rest: "" }, readLine);
    if (batch.bytes > 0) yield batch;
  }
}
