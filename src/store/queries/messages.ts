import type { Kysely } from "kysely";
import {
  type Body,
  MESSAGE_KINDS,
  type MessageFilter,
  type MessageKind,
  type MessageRecord,
  type MessageRows,
  type NewMessage,
  type NumberedMessage,
} from "../port/messages.ts";
import type { SessionRecord } from "../port/sessions.ts";
import type { Schema } from "../schema.ts";
import { columnText } from "../storable-text.ts";
import { type BodyReader, placeContent, type StoredContent, storeBodies } from "./bodies.ts";
import { FRAME_TOKENS, linkMessages, storable } from "./message-chain.ts";
import { idsLike } from "./part-of-id.ts";
import { dropPassages } from "./passages.ts";
import { rawForEach, rawRows } from "./raw-sql.ts";

type SaidRow = readonly [
  pk: number,
  id: string,
  sessionId: string,
  role: NumberedMessage["role"],
  createdAt: string,
  content: string | null,
  bodyHash: string | null,
  agent: string | null,
  project: string | null,
];

const kindOf = (kind: string): MessageKind => MESSAGE_KINDS.find((known) => known === kind) ?? "other";

const COLUMNS = [
  ...["id", "session_id", "seq", "role", "kind", "channel", "content", "body_hash", "tokens"],
  ...["tool_name", "tool_use_id", "is_error", "turn_id", "created_at", "source_id", "hash"],
];

/** In the order of the columns. */
const valuesOf = (record: MessageRecord, { content, bodyHash }: StoredContent): readonly unknown[] => [
  ...[record.id, record.sessionId, record.seq, record.role, record.kind, record.channel, content, bodyHash],
  ...[record.tokens, record.toolName, record.toolUseId, record.isError, record.turnId, record.createdAt],
  ...[record.sourceId, record.hash],
];

const INSERT = `INSERT INTO messages (${COLUMNS.join(", ")}) VALUES (${COLUMNS.map(() => "?").join(", ")})`;

type MessageRow = Omit<MessageRecord, "kind" | "content" | "isError"> &
  StoredContent & { readonly kind: string; readonly isError: number | null; readonly brotli: Uint8Array | null };

const camelCase = (column: string): string => column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
const SELECTED = COLUMNS.map((column) => `messages.${column} AS "${camelCase(column)}"`).join(", ");
const SELECT = `SELECT ${SELECTED}, brotli FROM messages LEFT JOIN bodies ON bodies.hash = body_hash`;

/** One parameter, however many values there are. */
const ANY = "IN (SELECT value FROM json_each(?))";

/** A constant, not a parameter: otherwise SQLite does not use the partial indexes of boundaries and of turns. */
const isKind = (kind: MessageKind): string => `kind = '${kindOf(kind)}'`;

function conditionsOf(filter: MessageFilter & { readonly sessionId?: string | undefined }) {
  const { sessionId, after, before, until, kinds, turnId, sourceIds, sourcePrefixes } = filter;
  const all: string[] = [];
  const values: (string | number)[] = [];
  const where = (condition: string, ...parameters: (string | number)[]) => {
    all.push(condition);
    values.push(...parameters);
  };
  if (sessionId !== undefined) where("session_id = ?", sessionId);
  if (after !== undefined) where("seq > ?", after);
  if (before !== undefined) where("seq < ?", before);
  if (until !== undefined) where("created_at <= ?", until);
  const [kind] = kinds ?? [];
  if (kind !== undefined && kinds?.length === 1 && (kind === "boundary" || turnId !== undefined)) where(isKind(kind));
  else if (kinds !== undefined) where(`kind IN (${kinds.map(() => "?").join(", ")})`, ...kinds);
  if (turnId !== undefined) where("turn_id = ?", turnId);
  if (sourceIds !== undefined) where(`source_id ${ANY}`, JSON.stringify(sourceIds.map(columnText)));
  if (sourcePrefixes !== undefined) {
    // First one range of the index around all of them: several would make SQLite scan the whole session.
    const sorted = [...sourcePrefixes].sort();
    where("source_id >= ? AND source_id < ?", sorted[0] ?? "", `${sorted.at(-1) ?? ""}\u{10ffff}`);
    const begins = sourcePrefixes.map(() => "substr(source_id, 1, ?) = ?").join(" OR ");
    where(`(${begins || "FALSE"})`, ...sourcePrefixes.flatMap((prefix) => [prefix.length, prefix]));
  }
  return { text: all.join(" AND ") || "TRUE", values };
}

/** With the sign, SQLite sorts the few messages found by their source or turn instead of scanning the session. */
const orderOf = ({ turnId, sourceIds, sourcePrefixes }: MessageFilter): string =>
  (turnId ?? sourceIds ?? sourcePrefixes) ? "+seq" : "seq";

type LedgerEnd = Pick<SessionRecord, "totalMessages" | "messageHead">;
const LEDGER_END = "SELECT total_messages AS totalMessages, message_head AS messageHead FROM sessions WHERE id = ?";

/** Raw SQL, because every slice of an import runs it. */
const GROW_LEDGER = `
  UPDATE sessions SET message_head = ?1, total_messages = ?2, message_count = message_count + ?3,
    context_tokens = context_tokens + ?4, thread_tokens = thread_tokens + ?4, cumulative_tokens = cumulative_tokens + ?4
  WHERE id = ?5`;

export function messageRows(db: Kysely<Schema>, bodies: BodyReader): MessageRows {
  const toRecord = ({ brotli, bodyHash, content, isError, kind, ...rest }: MessageRow): MessageRecord => ({
    ...rest,
    kind: kindOf(kind),
    content: content ?? (brotli && bodyHash ? bodies.read(brotli, bodyHash) : ""),
    isError: isError === null ? null : isError !== 0,
  });
  const read = async (rest: string, values: readonly unknown[]): Promise<MessageRecord[]> =>
    (await rawRows<MessageRow>(db, `${SELECT} WHERE ${rest}`, values)).map(toRecord);

  /** The messages that the session does not have, each once. */
  async function unstored(sessionId: string, messages: readonly NewMessage[]): Promise<NewMessage[]> {
    const bySource = new Map<string, NewMessage>();
    for (const message of messages) if (!bySource.has(message.sourceId)) bySource.set(message.sourceId, message);
    const text =
      "SELECT source_id AS source FROM messages WHERE session_id = ? AND source_id IN (SELECT value FROM json_each(?))";
    const known = await rawRows<{ source: string }>(db, text, [sessionId, JSON.stringify([...bySource.keys()])]);
    for (const { source } of known) bySource.delete(source);
    return [...bySource.values()];
  }

  async function insert(
    records: readonly MessageRecord[],
    prepared: ReadonlyMap<string, NewMessage["prepared"]>,
  ): Promise<void> {
    const rows: (readonly unknown[])[] = [];
    const added: Body[] = [];
    for (const record of records) {
      const placed = await placeContent(db, record, prepared.get(record.sourceId));
      if (placed.body) added.push(placed.body);
      rows.push(valuesOf(record, placed));
    }
    await storeBodies(db, added);
    await rawForEach(db, INSERT, rows);
  }

  return {
    async append(sessionId, messages) {
      const [session] = await rawRows<LedgerEnd>(db, LEDGER_END, [sessionId]);
      if (!session) throw new Error(`there is no session ${sessionId} to append to`);
      const fresh = await unstored(
        sessionId,
        messages.map((message) => (message.prepared ? message : storable(message))),
      );
      const added = linkMessages(sessionId, session, fresh);
      const prepared = new Map(fresh.map((message) => [message.sourceId, message.prepared]));
      await insert(added, prepared);
      const last = added.at(-1);
      if (last) {
        const tokens = added.reduce((sum, record) => sum + record.tokens + FRAME_TOKENS, 0);
        await rawRows(db, GROW_LEDGER, [last.hash, last.seq, added.length, tokens, sessionId]);
      }
      return added;
    },

    find: async (partOfId) => read(`messages.id ${ANY}`, [await idsLike(db, "messages", partOfId)]),

    async list(sessionId, { limit, fromEnd = false, ...filter } = {}) {
      const { text, values } = conditionsOf({ ...filter, sessionId });
      const order = `ORDER BY ${orderOf(filter)} ${fromEnd ? "DESC" : "ASC"}`;
      // A negative limit is none.
      const found = await read(`${text} ${order} LIMIT ?`, [...values, limit ?? -1]);
      return fromEnd ? found.reverse() : found;
    },

    async count(filter = {}) {
      const { text, values } = conditionsOf(filter);
      const [row] = await rawRows<{ total: number }>(
        db,
        `SELECT COUNT(*) AS total FROM messages WHERE ${text}`,
        values,
      );
      return row?.total ?? 0;
    },

    async tokens(sessionId, filter = {}) {
      const { text, values } = conditionsOf({ ...filter, sessionId });
      const sum = `SELECT COALESCE(SUM(tokens + ${FRAME_TOKENS}), 0) AS total FROM messages WHERE ${text}`;
      const [row] = await rawRows<{ total: number }>(db, sum, values);
      return row?.total ?? 0;
    },

    async holders(sourceId) {
      const text = "SELECT session_id AS id FROM messages WHERE source_id = ? ORDER BY pk DESC";
      return (await rawRows<{ id: string }>(db, text, [sourceId])).map(({ id }) => id);
    },

    async byNumber(pks) {
      if (pks.length === 0) return [];
      // All in one value: each value that the driver returns costs more than reading it.
      const text = `
        SELECT json_group_array(json_array(
          messages.pk, messages.id, session_id, role, created_at, content, body_hash, agent, project_normalized)) AS said
        FROM messages JOIN sessions ON sessions.id = session_id
        WHERE messages.pk IN (SELECT value FROM json_each(?))`;
      const [row] = await rawRows<{ said: string }>(db, text, [JSON.stringify(pks)]);
      const said: readonly SaidRow[] = JSON.parse(row?.said ?? "[]");
      const texts = await bodies.readAll(
        db,
        said.flatMap(([, , , , , , hash]) => hash ?? []),
      );
      return said.map(([pk, id, sessionId, role, createdAt, content, hash, agent, project]) => {
        const words = content ?? (hash === null ? "" : (texts.get(hash) ?? ""));
        return { pk, id, sessionId, role, createdAt, content: words, agent, project };
      });
    },

    async discard(sessionId, upTo) {
      const rows = await db
        .deleteFrom("messages")
        .where("sessionId", "=", sessionId)
        .where("seq", "<=", upTo)
        .returning(["pk", "bodyHash"])
        .execute();
      const numbers = rows.map(({ pk }) => pk);
      await dropPassages(db, "messages", numbers);
      const hashes = rows.flatMap(({ bodyHash }) => bodyHash ?? []);
      const unused = "NOT EXISTS (SELECT 1 FROM messages WHERE body_hash = bodies.hash)";
      await rawRows(db, `DELETE FROM bodies WHERE hash ${ANY} AND ${unused}`, [JSON.stringify(hashes)]);
      return rows.length;
    },
  };
}
