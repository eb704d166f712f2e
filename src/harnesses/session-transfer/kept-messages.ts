import { jsonIn } from "../../core/index.ts";
import type { MessageRecord, SessionRecord, Tables } from "../../store/index.ts";
import { fieldsOf, textIn } from "../fields.ts";

/** No client keeps more over a compaction. */
const MOST_KEPT = 5000;
/** Codex keeps the user's messages next to its summary, the newest first, up to this many tokens. */
const CODEX_KEEPS_TOKENS = 20_000;

export interface KeptMessages {
  readonly messages: readonly MessageRecord[];
  /** Whether the client kept messages that the ledger cannot identify. */
  readonly isUncertain: boolean;
}

const NOTHING: KeptMessages = { messages: [], isUncertain: false };

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : [textIn(value) ?? []].flat();

/** The ids of the kept messages, from the client's own record of a compaction. */
const FIRST_KEPT_IDS: Readonly<Record<string, (note: Readonly<Record<string, unknown>>) => string[]>> = {
  "claude-code": ({ compactMetadata }) => {
    const { preservedMessages, preservedSegment } = fieldsOf(compactMetadata);
    const { allUuids, uuids } = fieldsOf(preservedMessages);
    return [fieldsOf(preservedSegment).headUuid, allUuids, uuids].flatMap(texts);
  },
  openclaw: ({ firstKeptEntryId }) => texts(firstKeptEntryId),
  opencode: ({ tail_start_id }) => texts(tail_start_id),
};

/** A client's message can be several in the ledger: each has the message's id and an index. */
function indexOfId(ids: readonly string[], { sourceId, turnId }: MessageRecord): number {
  return ids.findIndex((id) => id === sourceId || id === turnId || sourceId.startsWith(`${id}:`));
}

const isToolMessage = ({ kind }: MessageRecord): boolean => kind === "tool_use" || kind === "tool_result";

/**
 * The index of the first message with one of these ids, or -1. Tool calls and results have other ids in the ledger: as
 * many of them right before the first match are kept as there are ids before it.
 */
function firstKept(before: readonly MessageRecord[], ids: readonly string[]): number {
  const known = before.findIndex((message) => indexOfId(ids, message) >= 0);
  const first = before[known];
  let left = first ? indexOfId(ids, first) : ids.length;
  let at = first ? known : before.length;
  for (let one = before[at - 1]; left > 0 && one && isToolMessage(one); one = before[at - 1]) {
    at -= 1;
    left -= 1;
  }
  return at < before.length ? at : -1;
}

/** A later summary includes an earlier one. */
const isKeepable = ({ kind }: MessageRecord): boolean => kind !== "boundary" && kind !== "summary";

async function userMessages(tables: Tables, session: SessionRecord, before: number): Promise<KeptMessages> {
  const prompts = await tables.messages.list(session.id, {
    ...{ kinds: ["prompt"], before, limit: MOST_KEPT, fromEnd: true },
  });
  let tokens = 0;
  const kept = prompts.reverse().filter((prompt) => {
    tokens += prompt.tokens;
    return tokens <= CODEX_KEEPS_TOKENS;
  });
  return { messages: kept.reverse(), isUncertain: false };
}

/** The messages from before a compaction that the client kept word for word. */
export async function keptMessages(
  tables: Tables,
  session: SessionRecord,
  boundary: MessageRecord,
): Promise<KeptMessages> {
  if (session.harness === "codex") return userMessages(tables, session, boundary.seq);
  // It keeps its last messages too, but with new ids.
  if (session.harness === "gemini") return { messages: [], isUncertain: true };
  const ids = FIRST_KEPT_IDS[session.harness]?.(fieldsOf(jsonIn(boundary.content))) ?? [];
  if (ids.length === 0) return NOTHING;
  const before = await tables.messages.list(session.id, { before: boundary.seq, limit: MOST_KEPT, fromEnd: true });
  const first = firstKept(before, [...new Set(ids)]);
  return { messages: first < 0 ? [] : before.slice(first).filter(isKeepable), isUncertain: first < 0 };
}
