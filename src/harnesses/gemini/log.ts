import type { Entry } from "../../conversation/index.ts";
import type { Batch } from "../histories/contract.ts";
import { batchOf, linesBefore, readLines } from "../histories/lines.ts";
import { Said } from "./said.ts";
import { type Message, operationOf, replacementEntries, type Surroundings, unknownEntry } from "./transcript.ts";

/** The entries of messages that took the place of others, as far as the session had not said them before. */
function replaced(messages: readonly Message[], said: Said, around: Surroundings): Entry[] {
  const entries = replacementEntries(messages, around);
  const fresh = said.without(entries);
  said.add(entries);
  return fresh;
}

function lineEntries(raw: string, said: Said, around: Surroundings): Entry[] {
  const operation = operationOf(raw);
  switch (operation.does) {
    case "say": {
      const entries = replacementEntries([operation.message], around);
      said.add(entries);
      return entries;
    }
    case "replace":
      return [
        ...replaced(operation.messages, said, around),
        ...operation.unread.map((one) => unknownEntry(JSON.stringify(one), around)),
      ];
    case "keep-books":
      return [];
    case "unknown":
      return [unknownEntry(raw, around)];
  }
}

/** What was said in the file before a place. */
async function saidBefore(path: string, offset: number, around: Surroundings): Promise<Said> {
  const said = new Said();
  let left = await linesBefore(path, offset);
  for await (const reading of readLines(path, undefined)) {
    const lines = reading.lines.slice(0, left);
    await batchOf(path, { ...reading, lines, rest: "" }, (line) => lineEntries(line, said, around));
    left -= reading.lines.length + reading.skippedLines.length;
    if (left <= 0) break;
  }
  return said;
}

/**
 * Reads the log of a session on from a mark. What lies before the mark is looked at again only where messages took the
 * place of others: to know which of them are new.
 */
export async function* readLog(path: string, mark: string | undefined, around: Surroundings): AsyncIterable<Batch> {
  let said: Said | undefined;
  for await (const reading of readLines(path, mark)) {
    if (reading.start === 0) said = new Said();
    if (reading.lines.some((line) => line.includes('"messages"')))
      said ??= await saidBefore(path, reading.start, around);
    const known = said ?? new Said();
    const batch = await batchOf(path, { ...reading, rest: "" }, (line) => lineEntries(line, known, around));
    if (batch.bytes > 0) yield batch;
  }
}
