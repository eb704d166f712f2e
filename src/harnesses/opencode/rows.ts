import { z } from "zod";
import { isoAt } from "../client-times.ts";
import type { ClientDatabase } from "../histories/client-database.ts";

/** The position of a message in its session. */
export interface Position {
  /** In milliseconds; or any other value in the column, because it decides the order. */
  readonly created: number | string;
  readonly id: string;
}

export const BEFORE_ALL: Position = { created: Number.NEGATIVE_INFINITY, id: "" };

export const isBehind = (one: Position, other: Position): boolean =>
  one.created > other.created || (one.created === other.created && one.id > other.id);

export interface SessionRow {
  readonly id: string;
  readonly parentId: string | null;
  readonly directory: string;
  readonly created: number;
  readonly bytes: number;
}

export interface PartRow {
  readonly id: string;
  readonly updated: number;
  readonly data: string;
}

export interface MessageRow extends Position {
  readonly updated: number;
  readonly data: string;
  readonly parts: readonly PartRow[];
}

/** What the client keeps of its sessions, whether in a database or in files. */
export interface Rows {
  sessions(): Promise<readonly SessionRow[]>;
  /** The next page of messages after a position, in order. */
  messagesAfter(sessionId: string, after: Position): Promise<readonly MessageRow[]>;
  /** The same, up to a position, and only those with a part that was written after `since`. */
  changedSince(sessionId: string, after: Position, upTo: Position, since: number): Promise<readonly MessageRow[]>;
}

/** Held in memory at a time; a single message may be more. */
const PAGE_BYTES = 1 << 20;
const MESSAGES_PER_PAGE = 100;

/** When a row was made; undefined where it does not say so. */
export const timeOfRow = ({ created }: Pick<Position, "created">): string | undefined =>
  typeof created === "number" && created > 0 ? isoAt(created) : undefined;

/** A row with something odd in it must not hide the others. */
const sessionRows = z.array(
  z.object({
    id: z.coerce.string(),
    parentId: z.string().nullable().catch(null),
    directory: z.string().catch(""),
    created: z.number().catch(0),
    bytes: z.number().catch(0),
  }),
);
/** Any value is read as text: SQLite columns are not typed. */
const text = z.union([z.string(), z.unknown().transform((value) => JSON.stringify(value ?? null))]);
const messageRow = z.object({
  id: z.string(),
  created: z.union([z.number(), z.string()]),
  updated: z.number().catch(0),
  data: text,
});
const partRows = z.array(z.object({ id: z.string(), updated: z.number().catch(0), data: text }));

const SESSIONS = `
  SELECT s.id, s.parent_id AS parentId, s.directory, s.time_created AS created,
    (SELECT coalesce(sum(octet_length(p.data)), 0) FROM part p WHERE p.session_id = s.id) AS bytes
  FROM session s ORDER BY s.time_created, s.id`;
const MESSAGE = "SELECT m.id, m.time_created AS created, m.time_updated AS updated, m.data FROM message m";
const IN_ORDER = `ORDER BY m.time_created, m.id LIMIT ${MESSAGES_PER_PAGE}`;
const MESSAGES = `${MESSAGE} WHERE m.session_id = ? AND (m.time_created, m.id) > (?, ?) ${IN_ORDER}`;
const CHANGED = `${MESSAGE} WHERE m.session_id = ? AND (m.time_created, m.id) > (?, ?) AND (m.time_created, m.id) <= (?, ?)
  AND EXISTS (SELECT 1 FROM part p WHERE p.message_id = m.id AND p.time_updated > ?) ${IN_ORDER}`;
const PARTS = "SELECT id, time_updated AS updated, data FROM part WHERE message_id = ? ORDER BY id";

/** The columns without which a database is not this client's. */
export const COLUMNS = {
  session: ["id", "parent_id", "directory", "time_created"],
  message: ["id", "session_id", "time_created", "time_updated", "data"],
  part: ["id", "message_id", "session_id", "time_updated", "data"],
};

/** Gives the messages their parts, until a page is full. */
function page(database: ClientDatabase, messages: readonly unknown[]): MessageRow[] {
  const rows: MessageRow[] = [];
  let bytes = 0;
  for (const one of messages) {
    const message = messageRow.parse(one);
    const parts = partRows.parse(database.all(PARTS, message.id));
    rows.push({ ...message, parts });
    bytes += parts.reduce((sum, { data }) => sum + data.length, 0);
    if (bytes >= PAGE_BYTES) break;
  }
  return rows;
}

export function databaseRows(database: ClientDatabase): Rows {
  return {
    sessions: async () => sessionRows.parse(database.all(SESSIONS)),
    messagesAfter: async (sessionId, after) =>
      page(database, database.all(MESSAGES, sessionId, after.created, after.id)),
    changedSince: async (sessionId, after, upTo, since) =>
      page(database, database.all(CHANGED, sessionId, after.created, after.id, upTo.created, upTo.id, since)),
  };
}
