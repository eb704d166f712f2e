import type { Entry, Reading } from "../../capture/index.ts";
import type { Batch } from "../histories/contract.ts";
import { batchOf, linesBefore, readLines } from "../histories/lines.ts";
import { inTime } from "../times.ts";
import { Said } from "./said.ts";
import { type Operation, operationOf, replacementEntries, type Surroundings, unknownEntry } from "./transcript.ts";
import { Writings } from "./writings.ts";

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
  readonly said: Said;
  readonly writings: Writings;
}

function entriesOf(operation: Operation, raw: string, { said, writings }: Known, around: Surroundings): Entry[] {
  switch (operation.does) {
    case "say": {
      const entries = replacementEntries([operation.message], around);
      said.add(entries);
      return writings.standing([operation.message], entries, around);
    }
    case "replace": {
      const entries = replacementEntries(operation.messages, around);
      const fresh = said.without(entries);
      said.add(entries);
      const unread = operation.unread.map((one) => unknownEntry(JSON.stringify(one), around));
      return [...writings.standing(operation.messages, fresh, around), ...unread];
    }
    case "keep-books":
      return [];
    case "unknown":
      return [unknownEntry(raw, around)];
  }
}

/** What was said in the file before a place. */
async function saidBefore(path: string, offset: number, around: Surroundings): Promise<Said> {
  const known: Known = { said: new Said(), writings: new Writings([]) };
  let left = await linesBefore(path, offset);
  for await (const reading of readLines(path, undefined)) {
    const lines = reading.lines.slice(0, left);
    const readLine = (line: string) => entriesOf(operationOf(line), line, known, around);
    await batchOf(path, { ...reading, lines, rest: "" }, readLine);
    left -= reading.lines.length + reading.skippedLines.length;
    if (left <= 0) break;
  }
  return known.said;
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
 * Reads the log of a session on from a mark. What lies before the mark is looked at again only where messages took the
 * place of others: to know which of them are new.
 */
export async function* readLog(path: string, mark: string | undefined, around: Surroundings): AsyncIterable<Batch> {
  let known: Known = { said: new Said(), writings: new Writings([]) };
  let isAllKnown = false;
  let operations: readonly (Operation | undefined)[] = [];
  const readLine = inTime(
    // What could not be read is tried again, to tell why.
    (line: string, otherwise, index) =>
      entriesOf(operations[index] ?? operationOf(line), line, known, { ...around, otherwise }),
    around.otherwise,
  );
  for await (const [{ reading, operations: own }, next] of withNext(readings(path, mark))) {
    operations = own;
    let { said } = known;
    if (reading.start === 0) {
      said = new Said();
      isAllKnown = true;
    } else if (!isAllKnown && own.some((one) => one?.does === "replace")) {
      said = await saidBefore(path, reading.start, around);
      isAllKnown = true;
    }
    // The client writes a message anew while it is the last, or nearly so: within this reading or the next.
    known = { said, writings: new Writings([...own, ...(next?.operations ?? [])]) };
    const batch = await batchOf(path, { ...reading, rest: "" }, readLine);
    if (batch.bytes > 0) yield batch;
  }
}
