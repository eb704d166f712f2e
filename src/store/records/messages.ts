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
