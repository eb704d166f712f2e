import { stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { z } from "zod";
import { jsonIn } from "../../core/index.ts";
import { namesIn, readSmallFile } from "../histories/files.ts";
import { NO_HISTORY, type OnSkip } from "../histories/skipped-files.ts";
import {
  isBehind,
  type MessageRow,
  type PartRow,
  type Position,
  type Rows,
  type SessionRow,
  timeOfRow,
} from "./rows.ts";

/** Files are read one by one: a page need not be large. */
const MESSAGES_PER_PAGE = 20;

const created = z.looseObject({ created: z.number() });
const sessionFile = z.looseObject({
  parentID: z.string().optional(),
  directory: z.string(),
  time: created.catch({ created: 0 }),
});
const messageFile = z.looseObject({ time: created.refine((time) => timeOfRow(time) !== undefined) });

const filesIn = async (folder: string, onSkip: OnSkip = () => {}): Promise<string[]> =>
  (await namesIn(folder, onSkip)).filter((name) => name.endsWith(".json"));

const idOf = (file: string): string => basename(file, ".json");

async function sessionRow(storage: string, path: string, onSkip: OnSkip): Promise<SessionRow | undefined> {
  const session = sessionFile.safeParse(jsonIn(await readSmallFile(path))).data;
  if (session === undefined) return void onSkip(path, NO_HISTORY);
  return {
    ...{ id: idOf(path), parentId: session.parentID ?? null, directory: session.directory },
    ...{ created: session.time.created, bytes: await bytesOf(storage, idOf(path), onSkip) },
  };
}

async function bytesOf(storage: string, sessionId: string, onSkip: OnSkip): Promise<number> {
  let bytes = 0;
  for (const message of await filesIn(join(storage, "message", sessionId), onSkip)) {
    const folder = join(storage, "part", idOf(message));
    for (const part of await filesIn(folder, onSkip))
      bytes += (await stat(join(folder, part)).catch(() => undefined))?.size ?? 0;
  }
  return bytes;
}

const writtenAt = async (path: string): Promise<number> => (await stat(path).catch(() => undefined))?.mtimeMs ?? 0;

async function messageRow(path: string): Promise<Omit<MessageRow, "parts">> {
  // A file that cannot be read counts as empty, and is reported as broken like any other that is no JSON.
  const data = await readSmallFile(path);
  const updated = await writtenAt(path);
  return { id: idOf(path), created: messageFile.safeParse(jsonIn(data)).data?.time.created ?? updated, updated, data };
}

async function partsOf(storage: string, messageId: string): Promise<PartRow[]> {
  const folder = join(storage, "part", messageId);
  const parts: PartRow[] = [];
  for (const name of await filesIn(folder)) parts.push(await partRow(join(folder, name)));
  return parts;
}

async function partRow(path: string): Promise<PartRow> {
  return { id: idOf(path), updated: await writtenAt(path), data: await readSmallFile(path) };
}

/**
 * The rows of the older storage, a file for each session, message and part. The client has since moved them to
 * its database: these files no longer change.
 */
export function fileRows(storage: string, onSkip: OnSkip = () => {}): Rows {
  const messages = new Map<string, Promise<Position[]>>();
  const folderOf = (sessionId: string) => join(storage, "message", sessionId);
  const positionsIn = async (sessionId: string): Promise<Position[]> => {
    const positions: Position[] = [];
    for (const name of await filesIn(folderOf(sessionId))) {
      const { id, created: at } = await messageRow(join(folderOf(sessionId), name));
      positions.push({ id, created: at });
    }
    return positions.sort((one, other) => (isBehind(one, other) ? 1 : -1));
  };
  return {
    async sessions() {
      const rows: SessionRow[] = [];
      for (const project of await namesIn(join(storage, "session"), onSkip)) {
        const folder = join(storage, "session", project);
        for (const file of await filesIn(folder, onSkip)) {
          const row = await sessionRow(storage, join(folder, file), onSkip);
          if (row) rows.push(row);
        }
      }
      return rows;
    },
    async messagesAfter(sessionId, after) {
      const positions = messages.get(sessionId) ?? positionsIn(sessionId);
      messages.set(sessionId, positions);
      const rows: MessageRow[] = [];
      for (const { id, created: at } of (await positions)
        .filter((one) => isBehind(one, after))
        .slice(0, MESSAGES_PER_PAGE)) {
        const message = await messageRow(join(folderOf(sessionId), `${id}.json`));
        rows.push({ ...message, created: at, parts: await partsOf(storage, id) });
      }
      return rows;
    },
    changedSince: async () => [],
  };
}
