import type { Entry } from "../../conversation/index.ts";
import type { Batch } from "../histories/contract.ts";
import { eachLine, readLines } from "../histories/marked-lines.ts";
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

/** What was said in the first lines of the file. */
async function saidIn(path: string, lineCount: number, around: Surroundings): Promise<Said> {
  const said = new Said();
  for await (const some of readLines(path, undefined)) {
    const lines = some.lines.slice(0, lineCount - some.before);
    eachLine({ ...some, lines }, (line) => lineEntries(line, said, around));
    if (some.before + some.lines.length >= lineCount) break;
  }
  return said;
}

/**
 * Reads the log of a session on from a mark. What lies before the mark is looked at again only where messages took the
 * place of others: to know which of them are new.
 */
export async function* readLog(path: string, mark: string | undefined, around: Surroundings): AsyncIterable<Batch> {
  let said: Said | undefined;
  for await (const some of readLines(path, mark)) {
    if (some.before === 0) said = new Said();
    if (some.lines.some((line) => line.includes('"messages"'))) said ??= await saidIn(path, some.before, around);
    const known = said ?? new Said();
    const { taken, broken } = eachLine(some, (line) => lineEntries(line, known, around));
    yield { entries: taken, mark: some.mark, bytes: some.bytes, broken };
  }
}
