import { readFile } from "node:fs/promises";
import { z } from "zod";
import { headOf } from "../histories/files.ts";
import { isBehind, type MessageRow, type Rows } from "./rows.ts";

const written = z.looseObject({ id: z.string() });
const time = z.looseObject({ created: z.number() }).catch({ created: 0 });

const exported = z.looseObject({
  info: written.extend({ parentID: z.string().optional(), directory: z.string(), time }),
  messages: z.array(z.looseObject({ info: written.extend({ time }), parts: z.array(written) })),
});

/** Every export begins like this; other files need not be read. */
const BEGINNING = /^\s*\{\s*"info"\s*:/;

async function readExport(path: string): Promise<z.infer<typeof exported> | undefined> {
  if (!BEGINNING.test((await headOf(path)).text)) return undefined;
  return exported.safeParse(JSON.parse(await readFile(path, "utf8"))).data;
}

/** The rows of one session as `opencode export` writes it, or undefined where the file is nothing of the kind. */
export async function exportRows(path: string): Promise<Rows | undefined> {
  const session = await readExport(path).catch(() => undefined);
  if (session === undefined) return undefined;
  const { info } = session;
  let before = info.time.created;
  const messages = session.messages.map(({ info: of, parts }): MessageRow => {
    before = of.time.created || before;
    // A file does not say when its parts were written: all of it is complete.
    const rows = parts.map((part) => ({ id: part.id, updated: 0, data: JSON.stringify(part) }));
    return { id: of.id, created: before, updated: 0, data: JSON.stringify(of), parts: rows };
  });
  const bytes = messages.reduce((sum, { data }) => sum + data.length, 0);
  const row = {
    id: info.id,
    parentId: info.parentID ?? null,
    directory: info.directory,
    created: info.time.created,
    bytes,
  };
  return {
    sessions: async () => [row],
    messagesAfter: async (_sessionId, after) => messages.filter((message) => isBehind(message, after)),
    changedSince: async () => [],
  };
}
