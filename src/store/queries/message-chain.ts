import { estimateTokens, sha256 } from "../../core/index.ts";
import type { MessageRecord, NewMessage } from "../port/messages.ts";
import { columnText, wellFormed } from "../storable-text.ts";

/* The ids, positions and hash chain of messages. */

/** The tokens that a model counts for the role and end of a message. */
export const FRAME_TOKENS = 4;

const IDENTITY_LENGTH = 12;

/** Short enough to cite in a summary, and ends with the position: `7q2mz4k9r1td-12`. */
function messageIds(sessionId: string): (seq: number) => string {
  const bits = BigInt(`0x${sha256(sessionId).slice(0, 15)}`);
  const identity = bits.toString(36).padStart(IDENTITY_LENGTH, "0");
  return (seq) => `${identity}-${seq}`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-/;

/** Whether the id fits the position; ids of the first schema were random. */
export const isIdOf = ({ id, sessionId, seq }: MessageRecord): boolean =>
  UUID.test(id) || id === messageIds(sessionId)(seq);

/** Covers the message and the hash before it. */
export function messageHash(previous: string | null, message: { seq: number } & NewMessage): string {
  return linkedHash(previous, message.seq, message);
}

function linkedHash(previous: string | null, seq: number, message: NewMessage): string {
  const { role, kind, channel, createdAt, sourceId, toolName, toolUseId, prepared } = message;
  // Written in the key order of canonical JSON: sorting for every message took longer than hashing.
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

/** The message as it can be stored, so that its hash matches what readers get. */
export function storable<Message extends NewMessage>(message: Message): Message {
  // Nearly all are storable, and checking is faster than copying.
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

/** Gives messages their positions and chains their hashes. */
export function linkMessages(
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
  // Unpacked on demand: most callers do not read it.
  return isPacked ? Object.defineProperty(record, "content", { get: () => message.content, enumerable: true }) : record;
}
