import { newId } from "../core/index.ts";
import { appendReceipt, type NewReceipt, type ReceiptRecord, type SessionRecord, type Tables } from "../store/index.ts";
import { RangeHash } from "./message-range.ts";

const NAMED = /prosoche|heartbeat|cron/i;

/**
 * Distils an operational session: its newest messages stay, the older ones are deleted, and one line notes it. Run it
 * in a transaction; returns nothing where there is nothing older.
 */
export async function discardOlder(
  tables: Tables,
  session: SessionRecord,
  { keepMessages, reason, at }: { keepMessages: number; reason: string; at: string },
): Promise<ReceiptRecord | undefined> {
  const horizon = session.totalMessages - keepMessages;
  if (horizon <= session.horizonSeq) return undefined;
  const hash = new RangeHash();
  const older = await tables.messages.list(session.id, { after: session.horizonSeq, before: horizon + 1 });
  for (const message of older) hash.add(message.hash);
  await tables.messages.discard(session.id, horizon);
  const threadTokens = await tables.messages.tokens(session.id, { after: horizon });
  const shrunkBy = session.threadTokens - threadTokens;
  const messagesBefore = session.messageCount;
  // Its purpose, else its key.
  const name = session.key.match(NAMED)?.[0].toLowerCase() ?? session.key;
  const receipt: NewReceipt = {
    id: newId(),
    sessionId: session.id,
    agent: session.agent,
    distilledAt: at,
    reason,
    messagesBefore,
    messagesAfter: keepMessages,
    tokensBefore: session.contextTokens,
    tokensAfter: Math.max(0, session.contextTokens - shrunkBy),
    factsExtracted: 0,
    decisionsExtracted: 0,
    openItemsExtracted: 0,
    flushSucceeded: false,
    summary: `Distilled ${name} session. ${messagesBefore} → ${keepMessages} messages.`,
    items: [],
    errors: [],
    warnings: [],
    fromSeq: session.horizonSeq + 1,
    toSeq: horizon,
    rangeHash: hash.value,
    continuityScore: null,
    summarizer: "none",
    model: null,
    cost: null,
  };
  const stored = await appendReceipt(tables, receipt);
  await tables.sessions.change(session.id, {
    horizonSeq: horizon,
    horizonHash: older.at(-1)?.hash ?? session.horizonHash,
    messageCount: keepMessages,
    threadTokens,
    contextTokens: receipt.tokensAfter,
    lastInputTokens: 0,
    lastDistilledAt: at,
    receiptId: receipt.id,
    refusedSeq: null,
  });
  return stored;
}
