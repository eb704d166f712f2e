import { type Kysely, sql } from "kysely";
import { canonicalJson, estimateTokens, newId, sha256 } from "../../core/index.ts";
import { MESSAGE_KINDS, type MessageKind, type MessageRecord, type NewMessage } from "../records.ts";
import type { MessagesTable, Schema } from "../schema.ts";
import { columnText, wellFormed } from "../text.ts";
import { readBody, storeContent } from "./bodies.ts";
import { anyOf, relevanceOf } from "./full-text.ts";

export interface MessageFilter {
  readonly after?: number | undefined;
  readonly before?: number | undefined;
  /** Only what was said by this time. */
  readonly until?: string | undefined;
  readonly kinds?: readonly MessageKind[] | undefined;
  readonly limit?: number | undefined;
  /** The last ones instead of the first; they still come oldest first. */
  readonly fromEnd?: boolean | undefined;
}

export interface MessageRows {
  /** Appends what the session does not hold yet, in order; answers with what was new. */
  append(sessionId: string, messages: readonly NewMessage[]): Promise<MessageRecord[]>;
  has(sessionId: string, sourceIds: readonly string[]): Promise<boolean>;
  /** The prompts that the session holds of one turn. */
  promptsOfTurn(sessionId: string, turnId: string): Promise<string[]>;
  /** Another session that holds the same entry of the same client: the one a fork was made from. */
  otherHolder(sessionId: string, sourceId: string): Promise<string | undefined>;
  get(id: string): Promise<MessageRecord | undefined>;
  list(sessionId: string, filter?: MessageFilter): Promise<MessageRecord[]>;
  /** What was said with any of these words, most relevant first; relevance is 0 to 1. */
  search(
    terms: readonly string[],
    filter: { project?: string | undefined; limit: number },
  ): Promise<{ message: MessageRecord; relevance: number }[]>;
  count(): Promise<number>;
}

/** What the hash of a message covers, with the hash before it: the links of the ledger. */
export function messageHash(previous: string | null, message: { seq: number } & NewMessage): string {
  const { seq, role, kind, channel, content, createdAt, sourceId, toolName, toolUseId } = message;
  const covered = {
    seq,
    role,
    kind,
    channel: channel ?? null,
    createdAt,
    sourceId,
    toolName: toolName ?? null,
    toolUseId: toolUseId ?? null,
    content: sha256(content),
  };
  return sha256(`${previous ?? ""}\n${canonicalJson(covered)}`);
}

const SEARCHED: readonly MessageKind[] = ["prompt", "text", "summary"];

const kindOf = (kind: string): MessageKind => MESSAGE_KINDS.find((known) => known === kind) ?? "other";

const orNull = (text: string | null | undefined): string | null => (text == null ? null : columnText(text));

/** The message as the ledger can hold it, so that its hash is of what a reader will get. */
const storable = (message: NewMessage): NewMessage => ({
  ...message,
  content: wellFormed(message.content),
  sourceId: columnText(message.sourceId),
  createdAt: columnText(message.createdAt),
  channel: orNull(message.channel),
  toolName: orNull(message.toolName),
  toolUseId: orNull(message.toolUseId),
  turnId: orNull(message.turnId),
});

type MessageRow = Omit<MessagesTable, "pk"> & { brotli: Uint8Array | null };

function toRecord(row: MessageRow): MessageRecord {
  const { brotli, bodyHash: _bodyHash, content, isError, kind, ...rest } = row;
  return {
    ...rest,
    kind: kindOf(kind),
    content: content ?? (brotli ? readBody(brotli) : ""),
    isError: isError === null ? null : isError !== 0,
  };
}

export function messageRows(db: Kysely<Schema>): MessageRows {
  const select = () =>
    db
      .selectFrom("messages")
      .leftJoin("bodies", "bodies.hash", "messages.bodyHash")
      .select([
        "messages.id",
        "messages.sessionId",
        "messages.seq",
        "messages.role",
        "messages.kind",
        "messages.channel",
        "messages.content",
        "messages.bodyHash",
        "messages.toolName",
        "messages.toolUseId",
        "messages.isError",
        "messages.turnId",
        "messages.createdAt",
        "messages.tokens",
        "messages.sourceId",
        "messages.hash",
        "bodies.brotli",
      ]);

  const has = async (sessionId: string, sourceIds: readonly string[]) =>
    sourceIds.length > 0 &&
    (await db
      .selectFrom("messages")
      .select("id")
      .where("sessionId", "=", sessionId)
      .where("sourceId", "in", sourceIds)
      .limit(1)
      .executeTakeFirst()) !== undefined;

  return {
    has,

    async append(sessionId, messages) {
      const session = await db
        .selectFrom("sessions")
        .select(["totalMessages", "messageHead"])
        .where("id", "=", sessionId)
        .executeTakeFirstOrThrow();
      let seq = session.totalMessages;
      let head = session.messageHead;
      let tokensAdded = 0;
      const added: MessageRecord[] = [];
      for (const message of messages.map(storable)) {
        if (await has(sessionId, [message.sourceId])) continue;
        seq += 1;
        const hash = messageHash(head, { ...message, seq });
        const tokens = estimateTokens(message.content);
        const record: MessageRecord = {
          id: newId(),
          sessionId,
          seq,
          role: message.role,
          kind: message.kind,
          channel: message.channel ?? null,
          content: message.content,
          toolName: message.toolName ?? null,
          toolUseId: message.toolUseId ?? null,
          isError: message.isError ?? null,
          turnId: message.turnId ?? null,
          createdAt: message.createdAt,
          tokens,
          sourceId: message.sourceId,
          hash,
        };
        const row = await db
          .insertInto("messages")
          .values({
            ...record,
            ...(await storeContent(db, message.content)),
            isError: record.isError === null ? null : Number(record.isError),
          })
          .returning("pk")
          .executeTakeFirstOrThrow();
        if (SEARCHED.includes(message.kind)) {
          await db.insertInto("messagesFts").values({ rowid: row.pk, content: message.content }).execute();
        }
        head = hash;
        tokensAdded += tokens;
        added.push(record);
      }
      if (added.length > 0) {
        await db
          .updateTable("sessions")
          .set((set) => ({
            messageHead: head,
            totalMessages: seq,
            messageCount: set("messageCount", "+", added.length),
            contextTokens: set("contextTokens", "+", tokensAdded),
            cumulativeTokens: set("cumulativeTokens", "+", tokensAdded),
          }))
          .where("id", "=", sessionId)
          .execute();
      }
      return added;
    },

    async promptsOfTurn(sessionId, turnId) {
      const rows = await select()
        .where("messages.sessionId", "=", sessionId)
        .where("messages.kind", "=", "prompt")
        .where("messages.turnId", "=", turnId)
        .execute();
      return rows.map((row) => toRecord(row).content);
    },

    async otherHolder(sessionId, sourceId) {
      const row = await db
        .selectFrom("messages")
        .select("sessionId")
        .where("sourceId", "=", sourceId)
        .where("sessionId", "!=", sessionId)
        .orderBy("pk", "desc")
        .limit(1)
        .executeTakeFirst();
      return row?.sessionId;
    },

    async get(id) {
      const row = await select().where("messages.id", "=", id).executeTakeFirst();
      return row && toRecord(row);
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

    async search(terms, filter) {
      const match = anyOf(terms);
      if (match === undefined) return [];
      let query = select()
        .innerJoin("messagesFts", "messagesFts.rowid", "messages.pk")
        .select(sql<number>`bm25(messages_fts)`.as("rank"))
        .where(sql<boolean>`messages_fts MATCH ${match}`);
      if (filter.project !== undefined) {
        query = query
          .innerJoin("sessions", "sessions.id", "messages.sessionId")
          .where("sessions.projectNormalized", "=", filter.project);
      }
      const rows = await query.orderBy("rank").limit(filter.limit).execute();
      return rows.map(({ rank, ...row }) => ({ message: toRecord(row), relevance: relevanceOf(rank) }));
    },

    async count() {
      const row = await db
        .selectFrom("messages")
        .select((select) => select.fn.countAll<number>().as("total"))
        .executeTakeFirstOrThrow();
      return row.total;
    },
  };
}
