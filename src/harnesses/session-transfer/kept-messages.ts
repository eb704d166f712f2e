import { jsonIn } from "../../core/index.ts";
import type { MessageRecord, SessionRecord, Tables } from "../../store/index.ts";
import { fieldsOf } from "../json-fields.ts";
import { clients } from "../registry.ts";

/** No client keeps more over a compaction. */
const MOST_KEPT = 5000;
export interface KeptInLedger {
  readonly messages: readonly MessageRecord[];
  /** Whether the client kept messages that the ledger cannot identify. */
  readonly isUncertain: boolean;
}

const NOTHING: KeptInLedger = { messages: [], isUncertain: false };

/** A client's message can be several in the ledger: each has the message's id and an index. */
function indexOfId(ids: readonly string[], { sourceId, turnId }: MessageRecord): number {
  return ids.findIndex((id) => id === sourceId || id === turnId || sourceId.startsWith(`${id}:`));
}

/**
 * The index of the first message with one of these ids, or -1. Tool calls and results have other ids in the ledger: as
 * many of them right before the first match are kept as there are ids before it.
 */
function firstKept(before: readonly MessageRecord[], ids: readonly string[]): number {
  const known = before.findIndex((message) => indexOfId(ids, message) >= 0);
  const first = before[known];
  let left = first ? indexOfId(ids, first) : ids.length;
  let at = first ? known : before.length;
  const isTool = (kind?: MessageRecord["kind"]) => kind === "tool_use" || kind === "tool_result";
  while (left > 0 && isTool(before[at - 1]?.kind)) {
    at -= 1;
    left -= 1;
  }
  return at < before.length ? at : -1;
}

/** A later summary includes an earlier one. */
const isKeepable = ({ kind }: MessageRecord): boolean => kind !== "boundary" && kind !== "summary";

async function newestPrompts(
  tables: Tables,
  session: SessionRecord,
  before: number,
  promptTokens: number,
): Promise<KeptInLedger> {
  const prompts = await tables.messages.list(session.id, {
    ...{ kinds: ["prompt"], before, limit: MOST_KEPT, fromEnd: true },
  });
  let tokens = 0;
  const kept = prompts.reverse().filter((prompt) => {
    tokens += prompt.tokens;
    return tokens <= promptTokens;
  });
  return { messages: kept.reverse(), isUncertain: false };
}

/** The messages from before a compaction that the client kept word for word. */
export async function keptMessages(
  tables: Tables,
  session: SessionRecord,
  boundary: MessageRecord,
): Promise<KeptInLedger> {
  const kept = clients.find(({ name }) => name === session.harness)?.keptMessages;
  if (kept === undefined) return NOTHING;
  if (kept === "with-new-ids") return { messages: [], isUncertain: true };
  if ("promptTokens" in kept) return newestPrompts(tables, session, boundary.seq, kept.promptTokens);
  const ids = kept.from(fieldsOf(jsonIn(boundary.content)));
  if (ids.length === 0) return NOTHING;
  const before = await tables.messages.list(session.id, { before: boundary.seq, limit: MOST_KEPT, fromEnd: true });
  const first = firstKept(before, [...new Set(ids)]);
  return { messages: first < 0 ? [] : before.slice(first).filter(isKeepable), isUncertain: first < 0 };
}
