import { canonicalJson, sha256 } from "../core/index.ts";
import { collectionOf } from "./collection.ts";
import type { Tables } from "./port/index.ts";

/** What a distillation did. */
export interface ReceiptRecord {
  readonly id: string;
  readonly sessionId: string;
  readonly agent: string | null;
  readonly distilledAt: string;
  /** The signal that triggered it. */
  readonly reason: string;
  readonly messagesBefore: number;
  readonly messagesAfter: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly factsExtracted: number;
  readonly decisionsExtracted: number;
  readonly openItemsExtracted: number;
  readonly flushSucceeded: boolean;
  readonly summary: string;
  /** The summary's lines in the form that the next distillation starts from. */
  readonly items: readonly unknown[];
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  readonly fromSeq: number;
  readonly toSeq: number;
  /** Of every message between the two, as it was stored. */
  readonly rangeHash: string;
  readonly continuityScore: number | null;
  readonly summarizer: string;
  readonly model: string | null;
  readonly cost: number | null;
  readonly hash: string;
  readonly previousHash: string | null;
}

export type NewReceipt = Omit<ReceiptRecord, "hash" | "previousHash">;

export interface ReceiptFilter {
  readonly sessionId?: string | undefined;
  readonly agent?: string | undefined;
  readonly limit?: number | undefined;
}

/** The receipts of each session are a hash chain. */
export const receipts = collectionOf<ReceiptRecord>("receipts", ({ id, sessionId, agent: state, distilledAt: at }) => ({
  ...{ id, sessionId, state, at },
}));

/** Newest first. */
export const receiptsOf = (
  tables: Pick<Tables, "documents">,
  { sessionId, agent, limit }: ReceiptFilter,
): Promise<ReceiptRecord[]> =>
  receipts(tables).list({ sessionId, states: agent === undefined ? undefined : [agent] }, { newestFirst: true, limit });

/** Covers the receipt and the hash before it. */
export const receiptHash = (previous: string | null, receipt: NewReceipt): string =>
  sha256(`${previous ?? ""}\n${canonicalJson(receipt)}`);

/** Run it in a transaction: the receipt becomes the head of its session's chain. */
export async function appendReceipt(tables: Tables, receipt: NewReceipt): Promise<ReceiptRecord> {
  const session = await tables.sessions.get(receipt.sessionId);
  if (!session) throw new Error(`there is no session ${receipt.sessionId} for a receipt`);
  const previousHash = session.receiptHead;
  const stored = { ...receipt, hash: receiptHash(previousHash, receipt), previousHash };
  await receipts(tables).add(stored);
  await tables.sessions.change(session.id, { receiptHead: stored.hash });
  return stored;
}
