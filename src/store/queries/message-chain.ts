import { estimateTokens, sha256 } from "../../core/index.ts";
import type { MessageRecord, NewMessage } from "../records/messages.ts";
import { columnText, wellFormed } from "../storable-text.ts";

/* What makes messages a ledger: their ids, their places, and the hashes that tie each to the one before. */

/** What a model counts for the frame around a message: who speaks, and where it ends. */
export const FRAME_TOKENS = 4;

const IDENTITY_LENGTH = 12;

/** Short enough to be cited in a summary, and it tells where the message stands: `7q2mz4k9r1td-12`. */
function messageIds(sessionId: string): (seq: number) => string {
  const bits = BigInt(`0x${sha256(sessionId).slice(0, 15)}`);
  const identity = bits.toString(36).padStart(IDENTITY_LENGTH, "0");
  return (seq) => `${identity}-${seq}`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-/;

/** Whether a message has the id that its place gives it; those of the first schema had ids that told nothing. */
export const isIdOf = ({ id, sessionId, seq }: MessageRecord): boolean =>
  UUID.test(id) || id === messageIds(sessionId)(seq);

/** What the hash of a message covers, with the hash before it: the links of the ledger. */
export function messageHash(previous: string | null, message: { seq: number } & NewMessage): string {
  return linkedHash(previous, message.seq, message);
}

function linkedHash(previous: string | null, seq: number, message: NewMessage): string {
  const { role, kind, channel, createdAt, sourceId, toolName, toolUseId, prepared } = message;
  // In the order of their names, as canonical JSON has them: sorting them for every message took longer than hashing.
  const covered = {
    channel: channel ?? null,
    content: prepared?.body?.hash ?? sha256(message.content),
    createdAt,
    kind,
    role,
    seq,
    sourceId,
    toolName: toolName ?? null,
    toolUseId: toolUseId ?? null,
  };
  return sha256(`${previous ?? ""}\n${JSON.stringify(covered)}`);
}

const orNull = (text: string | null | undefined): string | null => (text == null ? null : columnText(text));

const isColumnText = (text: string | null | undefined): boolean => text == null || columnText(text) === text;

const isStorable = ({ content, sourceId, createdAt, channel, toolName, toolUseId, turnId }: NewMessage): boolean =>
  wellFormed(content) === content &&
  [sourceId, createdAt, channel, toolName, toolUseId, turnId].every((text) => isColumnText(text));

/** The message as the ledger can hold it, so that its hash is of what a reader will get. */
export function storable<Message extends NewMessage>(message: Message): Message {
  // Nearly all are: copying them would take longer than looking.
  if (isStorable(message)) return message;
  return {
    ...message,
    content: wellFormed(message.content),
    sourceId: columnText(message.sourceId),
    createdAt: columnText(message.createdAt),
    channel: orNull(message.channel),
    toolName: orNull(message.toolName),
    toolUseId: orNull(message.toolUseId),
    turnId: orNull(message.turnId),
  };
}

/** The messages with their places in the ledger, each tied to the one before. */
export function link(
  sessionId: string,
  session: { readonly totalMessages: number; readonly messageHead: string | null },
  messages: readonly NewMessage[],
): MessageRecord[] {
  let head = session.messageHead;
  const idAt = messageIds(sessionId);
  return messages.map((message, index) => {
    const seq = session.totalMessages + index + 1;
    head = linkedHash(head, seq, message);
    return recordOf(message, sessionId, idAt(seq), seq, head);
  });
}

function recordOf(message: NewMessage, sessionId: string, id: string, seq: number, hash: string): MessageRecord {
  const { prepared } = message;
  const isPacked = prepared?.body !== undefined;
  const record = {
    ...{ id, sessionId, seq, hash },
    role: message.role,
    kind: message.kind,
    channel: message.channel ?? null,
    content: isPacked ? "" : message.content,
    toolName: message.toolName ?? null,
    toolUseId: message.toolUseId ?? null,
    isError: message.isError ?? null,
    turnId: message.turnId ?? null,
    createdAt: message.createdAt,
    tokens: prepared?.tokens ?? estimateTokens(message.content),
    sourceId: message.sourceId,
  };
  // Unpacked for whoever asks: most only want to know that it was stored.
  return isPacked ? Object.defineProperty(record, "content", { get: () => message.content, enumerable: true }) : record;
}
