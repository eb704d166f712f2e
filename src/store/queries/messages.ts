import { type Kysely, type Selectable, sql } from "kysely";
import {
  type Body,
  MESSAGE_KINDS,
  type MessageKind,
  type MessageRecord,
  type NewMessage,
} from "../records/messages.ts";
import type { MessagesTable, Schema } from "../schema.ts";
import { columnText } from "../storable-text.ts";
import { inBatches } from "./batches.ts";
import { placeContent, readBodies, readBody, type StoredContent, storeBodies } from "./bodies.ts";
import { compiledOnce } from "./compiled.ts";
import { FRAME_TOKENS, link, storable } from "./message-chain.ts";
import { idFits, MOST_CANDIDATES } from "./part-of-id.ts";
import { dropPassages } from "./passages.ts";
import { rawForEach, rawRows } from "./raw-sql.ts";
import { countOf } from "./statements.ts";

export interface MessageFilter {
  readonly after?: number | undefined;
  readonly before?: number | undefined;
  /** Only messages up to this time. */
  readonly until?: string | undefined;
  readonly kinds?: readonly MessageKind[] | undefined;
  readonly limit?: number | undefined;
  /** The last ones instead of the first, still oldest first. */
  readonly fromEnd?: boolean | undefined;
}

export interface MessageRows {
  /** Appends, in order, what the session does not have; returns the new ones. */
  append(sessionId: string, messages: readonly NewMessage[]): Promise<MessageRecord[]>;
  bySource(sessionId: string, sourceId: string): Promise<MessageRecord | undefined>;
  has(sessionId: string, sourceIds: readonly string[]): Promise<boolean>;
  /** The prompts of one turn. */
  promptsOfTurn(sessionId: string, turnId: string): Promise<string[]>;
  /** Prompts and replies stored from hook reports, which have ids of their own form; unordered. */
  toldByHooks(sessionId: string): Promise<MessageRecord[]>;
  /** Another session with the same entry of the same client: the origin of a fork. */
  otherHolder(sessionId: string, sourceId: string): Promise<string | undefined>;
  get(id: string): Promise<MessageRecord | undefined>;
  /** By id or part of it; may match several. */
  find(partOfId: string): Promise<MessageRecord[]>;
  list(sessionId: string, filter?: MessageFilter): Promise<MessageRecord[]>;
  /** The text of the last prompts, replies and summaries after a position, each cut; newest first. */
  lastSaid(sessionId: string, after: number, limit: number, chars: number): Promise<string[]>;
  /** The last message that started a new context. */
  lastBoundary(sessionId: string): Promise<Pick<MessageRecord, "seq" | "createdAt"> | undefined>;
  /** How many context starts one session or all sessions have. */
  countBoundaries(sessionId?: string): Promise<number>;
  /** By index number; unordered. */
  byNumber(pks: readonly number[]): Promise<NumberedMessage[]>;
  /** The tokens of these messages in a context, with their frames. */
  tokensBetween(sessionId: string, after: number, upTo: number): Promise<number>;
  /** Deletes the messages up to a position, with bodies that only they use. Refused for a primary session. */
  discard(sessionId: string, upTo: number): Promise<number>;
  count(): Promise<number>;
}

/** A message with its number in the index. */
export interface NumberedMessage extends Pick<MessageRecord, "id" | "sessionId" | "role" | "createdAt" | "content"> {
  readonly pk: number;
  readonly agent: string | null;
  readonly project: string | null;
}

interface ContentRow {
  readonly content: string | null;
  readonly brotli: Uint8Array | null;
  readonly hash: string | null;
}

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

const HOOK_REPORT = /^(?:prompt|reply):/;

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

type MessageRow = Selectable<MessagesTable> & { brotli: Uint8Array | null };

function toRecord(row: MessageRow): MessageRecord {
  const { pk: _pk, brotli, bodyHash: _bodyHash, content, isError, kind, ...rest } = row;
  return {
    ...rest,
    kind: kindOf(kind),
    content: content ?? (brotli ? readBody(brotli) : ""),
    isError: isError === null ? null : isError !== 0,
  };
}

const storedMessages = (db: Kysely<Schema>) =>
  db
    .selectFrom("messages")
    .leftJoin("bodies", "bodies.hash", "messages.bodyHash")
    .selectAll("messages")
    .select("bodies.brotli");

const ledgerEnd = compiledOnce(["sessionId"], (db, mark) =>
  db.selectFrom("sessions").select(["totalMessages", "messageHead"]).where("id", "=", mark("sessionId")),
);

/** Raw SQL, because every slice of an import runs it. */
const GROW_LEDGER = `
  UPDATE sessions SET message_head = ?1, total_messages = ?2, message_count = message_count + ?3,
    context_tokens = context_tokens + ?4, thread_tokens = thread_tokens + ?4, cumulative_tokens = cumulative_tokens + ?4
  WHERE id = ?5`;

const reportedByHooks = compiledOnce(["sessionId"], (db, mark) =>
  storedMessages(db)
    .where("messages.sessionId", "=", mark("sessionId"))
    // One index range: two, or an order, would make SQLite scan the whole session.
    .where("messages.sourceId", ">=", sql.lit("prompt:"))
    .where("messages.sourceId", "<", sql.lit("reply;")),
);

const otherHolderOf = compiledOnce(["sessionId", "sourceId"], (db, mark) =>
  db
    .selectFrom("messages")
    .select("sessionId")
    .where("sourceId", "=", mark("sourceId"))
    .where("sessionId", "!=", mark("sessionId"))
    .orderBy("pk", "desc")
    .limit(sql.lit(1)),
);

const promptsOf = compiledOnce(["sessionId", "turnId"], (db, mark) =>
  db
    .selectFrom("messages")
    .leftJoin("bodies", "bodies.hash", "messages.bodyHash")
    .select(["messages.content", "bodies.brotli"])
    .where("messages.sessionId", "=", mark("sessionId"))
    // A constant, not a parameter: otherwise SQLite does not use the partial index of prompts.
    .where("messages.kind", "=", sql.lit("prompt"))
    .where("messages.turnId", "=", mark("turnId")),
);

const newestBoundary = compiledOnce(["sessionId"], (db, mark) =>
  db
    .selectFrom("messages")
    .select(["seq", "createdAt"])
    .where("sessionId", "=", mark("sessionId"))
    // A constant, not a parameter: otherwise SQLite does not use the partial index of boundaries.
    .where("kind", "=", sql.lit("boundary"))
    .orderBy("seq", "desc")
    .limit(sql.lit(1)),
);

export function messageRows(db: Kysely<Schema>): MessageRows {
  const select = () => storedMessages(db);

  const get = async (id: string) => {
    const row = await select().where("messages.id", "=", id).executeTakeFirst();
    return row && toRecord(row);
  };

  const has = async (sessionId: string, sourceIds: readonly string[]) =>
    sourceIds.length > 0 &&
    (await db
      .selectFrom("messages")
      .select("id")
      .where("sessionId", "=", sessionId)
      .where("sourceId", "in", sourceIds)
      .limit(1)
      .executeTakeFirst()) !== undefined;

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
    const bodies: Body[] = [];
    for (const record of records) {
      const placed = await placeContent(db, record, prepared.get(record.sourceId));
      if (placed.body) bodies.push(placed.body);
      rows.push(valuesOf(record, placed));
    }
    await storeBodies(db, bodies);
    await rawForEach(db, INSERT, rows);
  }

  return {
    has,

    async append(sessionId, messages) {
      const [session] = await ledgerEnd(db, { sessionId });
      if (!session) throw new Error(`there is no session ${sessionId} to append to`);
      const fresh = await unstored(
        sessionId,
        messages.map((message) => (message.prepared ? message : storable(message))),
      );
      const added = link(sessionId, session, fresh);
      const prepared = new Map(fresh.map((message) => [message.sourceId, message.prepared]));
      await insert(added, prepared);
      const last = added.at(-1);
      if (last) {
        const tokens = added.reduce((sum, record) => sum + record.tokens + FRAME_TOKENS, 0);
        await rawRows(db, GROW_LEDGER, [last.hash, last.seq, added.length, tokens, sessionId]);
      }
      return added;
    },

    async bySource(sessionId, sourceId) {
      const row = await select()
        .where("messages.sessionId", "=", sessionId)
        .where("messages.sourceId", "=", columnText(sourceId))
        .executeTakeFirst();
      return row && toRecord(row);
    },

    async promptsOfTurn(sessionId, turnId) {
      const rows = await promptsOf(db, { sessionId, turnId });
      return rows.map(({ content, brotli }) => content ?? (brotli ? readBody(brotli) : ""));
    },

    async toldByHooks(sessionId) {
      const rows = await reportedByHooks(db, { sessionId });
      return rows.filter(({ sourceId }) => HOOK_REPORT.test(sourceId)).map(toRecord);
    },

    async otherHolder(sessionId, sourceId) {
      const [row] = await otherHolderOf(db, { sessionId, sourceId });
      return row?.sessionId;
    },

    get,

    async find(partOfId) {
      const exact = await get(partOfId);
      if (exact) return [exact];
      // Searched in the index of ids: the rows hold all the texts.
      const fitting = db.selectFrom("messages").select("id").where(idFits(partOfId)).limit(MOST_CANDIDATES);
      const rows = await select().where("messages.id", "in", fitting).execute();
      return rows.map(toRecord);
    },

    async list(sessionId, filter = {}) {
      let query = select().where("messages.sessionId", "=", sessionId);
      if (filter.after !== undefined) query = query.where("messages.seq", ">", filter.after);
      if (filter.before !== undefined) query = query.where("messages.seq", "<", filter.before);
      if (filter.until !== undefined) query = query.where("messages.createdAt", "<=", filter.until);
      if (filter.kinds !== undefined) query = query.where("messages.kind", "in", filter.kinds);
      if (filter.limit !== undefined) query = query.limit(filter.limit);
      const rows = await query.orderBy("messages.seq", filter.fromEnd ? "desc" : "asc").execute();
      return (filter.fromEnd ? rows.reverse() : rows).map(toRecord);
    },

    async lastSaid(sessionId, after, limit, chars) {
      const text = `
        SELECT SUBSTR(content, 1, ?) AS content, brotli, bodies.hash
        FROM messages LEFT JOIN bodies ON bodies.hash = body_hash
        WHERE session_id = ? AND seq > ? AND kind IN ('prompt', 'text', 'summary') ORDER BY seq DESC LIMIT ?`;
      const rows = await rawRows<ContentRow>(db, text, [chars, sessionId, after, limit]);
      return rows.map(({ content, brotli, hash }) => content ?? (brotli ? readBody(brotli, hash).slice(0, chars) : ""));
    },

    lastBoundary: async (sessionId) => (await newestBoundary(db, { sessionId }))[0],

    countBoundaries(sessionId) {
      const own = sessionId === undefined ? sql`` : sql` AND session_id = ${sessionId}`;
      return countOf(db, "messages", sql`kind = 'boundary'${own}`);
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
      const bodies = await readBodies(
        db,
        said.flatMap(([, , , , , , hash]) => hash ?? []),
      );
      return said.map(([pk, id, sessionId, role, createdAt, content, hash, agent, project]) => {
        const words = content ?? (hash === null ? "" : (bodies.get(hash) ?? ""));
        return { pk, id, sessionId, role, createdAt, content: words, agent, project };
      });
    },

    async tokensBetween(sessionId, after, upTo) {
      const row = await db
        .selectFrom("messages")
        .select(sql<number>`COALESCE(SUM(tokens + ${sql.lit(FRAME_TOKENS)}), 0)`.as("total"))
        .where("sessionId", "=", sessionId)
        .where("seq", ">", after)
        .where("seq", "<=", upTo)
        .executeTakeFirstOrThrow();
      return row.total;
    },

    async discard(sessionId, upTo) {
      const rows = await db
        .deleteFrom("messages")
        .where("sessionId", "=", sessionId)
        .where("seq", "<=", upTo)
        .returning(["pk", "bodyHash"])
        .execute();
      await dropPassages(
        db,
        "messages",
        rows.map(({ pk }) => pk),
      );
      for (const some of inBatches(rows)) {
        const bodies = some.map(({ bodyHash }) => bodyHash).filter((hash) => hash !== null);
        if (bodies.length === 0) continue;
        await db
          .deleteFrom("bodies")
          .where("hash", "in", bodies)
          .where(({ not, exists, selectFrom }) =>
            not(exists(selectFrom("messages").select("messages.pk").whereRef("messages.bodyHash", "=", "bodies.hash"))),
          )
          .execute();
      }
      return rows.length;
    },

    count: () => countOf(db, "messages"),
  };
}
