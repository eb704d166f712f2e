import { agentProfiles } from "../agents/index.ts";
import { contextSize, factorFor, modelOf } from "../capture/index.ts";
import { estimateTokens, refused } from "../core/index.ts";
import {
  FRAME_TOKENS,
  type ReceiptRecord,
  receipts,
  type SessionRecord,
  type Store,
  type Tables,
} from "../store/index.ts";
import { LEAST_GAIN, type Signal } from "./due-signal.ts";
import { type Item, type ItemKind, storedItems } from "./extraction/index.ts";
import { type Range, type RangeReading, rangeOf, readRange } from "./message-range.ts";
import { mergeItems, type Summary, type SummaryRange, writeSummary } from "./summary/index.ts";

/** The effects of a distillation, as far as they are known beforehand. */
export type Preview = Pick<
  ReceiptRecord,
  | "sessionId"
  | "agent"
  | "reason"
  | "messagesBefore"
  | "messagesAfter"
  | "tokensBefore"
  | "tokensAfter"
  | "factsExtracted"
  | "decisionsExtracted"
  | "openItemsExtracted"
  | "summary"
>;

/** All that is known of a distillation before anything outside changes. */
export interface Prepared {
  readonly session: SessionRecord;
  readonly range: Range;
  /** What the summary covers. */
  readonly covered: SummaryRange;
  readonly reading: RangeReading;
  /** Of the range alone, and `current` of the whole conversation. */
  readonly found: readonly Item[];
  readonly current: readonly Item[];
  readonly summary: Summary;
  readonly budgetTokens: number;
  readonly preview: Preview;
}

/** A summary grows with the square root of all that it covers: 1,350 tokens for 60,000. */
const TOKENS_PER_ROOT = 5.5;
/** Its largest share of what it newly replaces, and its share where that is little. */
const LARGEST_SHARE = 1 / 16;
const SHARE_OF_LITTLE = 1 / 6;
const LITTLE = 1000;
const SHARE_OF_NEXT_TO_NOTHING = 1 / 2;
const NEXT_TO_NOTHING = 200;

function budgetFor(covered: number, replaced: number): number {
  const allowed = Math.max(
    replaced * LARGEST_SHARE,
    Math.min(LITTLE, replaced * SHARE_OF_LITTLE),
    Math.min(NEXT_TO_NOTHING, replaced * SHARE_OF_NEXT_TO_NOTHING),
  );
  return Math.floor(Math.min(Math.max(TOKENS_PER_ROOT * Math.sqrt(covered), LITTLE), allowed));
}

const FACTS: readonly ItemKind[] = ["fact", "preference", "constraint", "correction", "failed"];
const OPEN_ITEMS: readonly ItemKind[] = ["open_item", "promise"];

const countOf = (items: readonly Item[], kinds: readonly ItemKind[]): number =>
  items.filter(({ kind }) => kinds.includes(kind)).length;

const nothingToGain = (why: string) =>
  refused(`a distillation would not make the thread smaller: ${why}`, "It is tried again after the next message.");

/** The size of the thread once `summary` replaces its range. */
export const threadTokensWith = (summary: string, { range: { tail } }: Pick<Prepared, "range">): number =>
  tail.reduce((sum, { tokens }) => sum + tokens + FRAME_TOKENS, estimateTokens(summary) + FRAME_TOKENS);

export async function contextTokensWith(store: Tables, session: SessionRecord, threadTokens: number): Promise<number> {
  const agent = session.agent === null ? undefined : await agentProfiles(store).get(session.agent);
  const { profileTokens, carriedTokens } = agent ?? { profileTokens: 0, carriedTokens: 0 };
  const factor = await factorFor(store, modelOf(agent?.model, session.model));
  return contextSize({ profileTokens, carriedTokens, threadTokens, recalledTokens: session.recalledTokens }, factor);
}

/** Reads the range and writes its summary. Refuses where that would gain nothing; changes nothing. */
export async function prepare(
  store: Store,
  session: SessionRecord,
  keep: { readonly keepMessages: number; readonly keepTokens: number },
  { reason, over }: Signal,
): Promise<Prepared> {
  const range = await rangeOf(store, session, keep);
  if (range.toSeq < range.fromSeq) throw nothingToGain("it has only messages that stay in any case");
  const reading = await readRange(store, session.id, range);
  const last = session.receiptId === null ? undefined : await receipts(store).get(session.receiptId);
  const found = reading.items;
  const current = mergeItems(storedItems(last?.items ?? []), found);
  const replaced = reading.tokens + (last ? estimateTokens(last.summary) : 0);
  const budgetTokens = budgetFor(await store.messages.tokens(session.id, { before: range.toSeq + 1 }), replaced);
  // Together with the summary before it, it covers the whole conversation so far.
  const covered = { fromSeq: 1, toSeq: range.toSeq, messages: range.toSeq, from: session.startedAt, to: reading.to };
  const summary = writeSummary({ items: current, range: covered, budgetTokens });
  if (estimateTokens(summary.text) >= (over === "tokens" ? reading.tokens : replaced))
    throw nothingToGain("its summary would be as long as what it replaces");
  const threadTokens = threadTokensWith(summary.text, { range });
  const tokensAfter = await contextTokensWith(store, session, threadTokens);
  // A context that is large by its system prompt or notes stays large: it is not distilled at every turn for nothing.
  if (over === "tokens" && tokensAfter > session.contextTokens * (1 - LEAST_GAIN))
    throw nothingToGain("nearly all of its context is outside the thread");
  const preview: Preview = {
    sessionId: session.id,
    agent: session.agent,
    reason,
    messagesBefore: session.messageCount,
    messagesAfter: range.tail.length,
    tokensBefore: session.contextTokens,
    tokensAfter,
    factsExtracted: countOf(found, FACTS),
    decisionsExtracted: countOf(found, ["decision"]),
    openItemsExtracted: countOf(found, OPEN_ITEMS),
    summary: summary.text,
  };
  return { session, range, covered, reading, found, current, summary, budgetTokens, preview };
}
