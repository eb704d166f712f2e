export type MessageRole = "user" | "assistant" | "system" | "tool";

/** What a message is, beyond who said it. */
export const MESSAGE_KINDS = [
  "prompt",
  "text",
  "thinking",
  "tool_use",
  "tool_result",
  "summary",
  "boundary",
  "command",
  "attachment",
  "other",
] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** A message before it has its place in the ledger. */
export interface NewMessage {
  readonly sourceId: string;
  readonly role: MessageRole;
  readonly kind: MessageKind;
  readonly content: string;
  readonly createdAt: string;
  readonly channel?: string | null | undefined;
  readonly toolName?: string | null | undefined;
  readonly toolUseId?: string | null | undefined;
  readonly isError?: boolean | null | undefined;
  readonly turnId?: string | null | undefined;
  readonly prepared?: Prepared | undefined;
}

/** Slow computations on a message's content, done beforehand. */
export interface Prepared {
  readonly tokens: number;
  /** The stored form of long content. */
  readonly body: Body | undefined;
}

/** A long text, kept once by its hash. */
export interface Body {
  readonly hash: string;
  /** Of the text, in bytes. */
  readonly size: number;
  readonly brotli: Uint8Array;
}

export interface MessageRecord {
  readonly id: string;
  readonly sessionId: string;
  readonly seq: number;
  readonly role: MessageRole;
  readonly kind: MessageKind;
  readonly channel: string | null;
  readonly content: string;
  readonly toolName: string | null;
  readonly toolUseId: string | null;
  readonly isError: boolean | null;
  readonly turnId: string | null;
  readonly createdAt: string;
  readonly tokens: number;
  readonly sourceId: string;
  readonly hash: string;
}

/** All conditions must hold. */
export interface MessageFilter {
  /** Only those after this position in the ledger. */
  readonly after?: number | undefined;
  readonly before?: number | undefined;
  /** Only messages up to this time. */
  readonly until?: string | undefined;
  readonly kinds?: readonly MessageKind[] | undefined;
  readonly turnId?: string | undefined;
  readonly sourceIds?: readonly string[] | undefined;
  /** Only those whose source id begins with one of these. */
  readonly sourcePrefixes?: readonly string[] | undefined;
}

export interface MessageOrder {
  readonly limit?: number | undefined;
  /** The last ones instead of the first, still oldest first. */
  readonly fromEnd?: boolean | undefined;
}

/** A message with its number in the index. */
export interface NumberedMessage extends Pick<MessageRecord, "id" | "sessionId" | "role" | "createdAt" | "content"> {
  readonly pk: number;
  readonly agent: string | null;
  readonly project: string | null;
}

/** The ledger of each session: append-only, its positions dense from 1, its hashes a chain. */
export interface MessageRows {
  /**
   * Appends, in order, what the session does not have yet by source id; returns the new ones. The session's counts,
   * token sums and head follow in the same step. Run it in a transaction.
   */
  append(sessionId: string, messages: readonly NewMessage[]): Promise<MessageRecord[]>;
  /** By id, else by its beginning or end of at least four characters; at most ten. */
  find(partOfId: string): Promise<MessageRecord[]>;
  /** In the order of the ledger. */
  list(sessionId: string, filter?: MessageFilter & MessageOrder): Promise<MessageRecord[]>;
  /** Of one session, or of all. */
  count(filter?: MessageFilter & { readonly sessionId?: string | undefined }): Promise<number>;
  /** What these messages take in a context: their tokens and `FRAME_TOKENS` for each. */
  tokens(sessionId: string, filter?: MessageFilter): Promise<number>;
  /** The sessions that hold this entry of a client: a fork begins with its origin's. The last to store it first. */
  holders(sourceId: string): Promise<string[]>;
  /** By index number; unordered. */
  byNumber(pks: readonly number[]): Promise<NumberedMessage[]>;
  /**
   * Deletes the messages up to a position, with their passages and what only they use; returns how many. Refused for a
   * primary session.
   */
  discard(sessionId: string, upTo: number): Promise<number>;
}
