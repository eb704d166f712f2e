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
  readonly anchors: number;
  readonly continuityScore: number | null;
  readonly summarizer: string;
  readonly model: string | null;
  readonly cost: number | null;
  readonly hash: string;
  readonly previousHash: string | null;
}

export type NewReceipt = Omit<ReceiptRecord, "hash" | "previousHash">;

/** An exact string of the conversation and the message that holds it. */
export interface AnchorRecord {
  readonly receiptId: string;
  readonly sessionId: string;
  readonly kind: string;
  readonly value: string;
  readonly messageId: string;
  readonly seq: number;
}
