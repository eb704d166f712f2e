import type { Kysely } from "kysely";
import { canonicalJson, sha256 } from "../../core/index.ts";
import type { AnchorRecord, NewReceipt, ReceiptRecord } from "../records/receipts.ts";
import type { ReceiptsTable, Schema } from "../schema.ts";
import { inBatches } from "./batches.ts";
import { listOf } from "./stored-list.ts";

export interface ReceiptFilter {
  readonly sessionId?: string | undefined;
  readonly agent?: string | undefined;
  readonly limit?: number | undefined;
}

/** The receipts of distillations, in a hash chain, and the index of exact strings. */
export interface ReceiptRows {
  /** Run it in a transaction: it becomes the head of the session's chain. */
  append(receipt: NewReceipt): Promise<ReceiptRecord>;
  get(id: string): Promise<ReceiptRecord | undefined>;
  /** Newest first. */
  list(filter?: ReceiptFilter): Promise<ReceiptRecord[]>;
  /**
   * Anchors may be written before their receipt and are not found until it exists. Each is found by its own words and
   * by the words added to it.
   */
  addAnchors(anchors: readonly AnchorRecord[]): Promise<void>;
  anchorsOf(receiptId: string): Promise<AnchorRecord[]>;
  /** Removes anchors without a receipt; returns how many. */
  dropUnfinished(exceptReceiptIds: readonly string[]): Promise<number>;
}

/** Covers the receipt and the hash before it. */
export const receiptHash = (previous: string | null, receipt: NewReceipt): string =>
  sha256(`${previous ?? ""}\n${canonicalJson(receipt)}`);

const toRecord = (row: ReceiptsTable): ReceiptRecord => ({
  ...row,
  flushSucceeded: row.flushSucceeded !== 0,
  items: listOf(row.items),
  errors: listOf(row.errors).map(String),
  warnings: listOf(row.warnings).map(String),
});

export function receiptRows(db: Kysely<Schema>): ReceiptRows {
  return {
    async append(receipt) {
      const { receiptHead } = await db
        .selectFrom("sessions")
        .select("receiptHead")
        .where("id", "=", receipt.sessionId)
        .executeTakeFirstOrThrow();
      const hash = receiptHash(receiptHead, receipt);
      const row = {
        ...receipt,
        flushSucceeded: Number(receipt.flushSucceeded),
        items: JSON.stringify(receipt.items),
        errors: JSON.stringify(receipt.errors),
        warnings: JSON.stringify(receipt.warnings),
        hash,
        previousHash: receiptHead,
      };
      await db.insertInto("receipts").values(row).execute();
      await db.updateTable("sessions").set({ receiptHead: hash }).where("id", "=", receipt.sessionId).execute();
      return { ...receipt, hash, previousHash: receiptHead };
    },

    async get(id) {
      const row = await db.selectFrom("receipts").selectAll().where("id", "=", id).executeTakeFirst();
      return row && toRecord(row);
    },

    async list(filter = {}) {
      let query = db.selectFrom("receipts").selectAll();
      if (filter.sessionId !== undefined) query = query.where("sessionId", "=", filter.sessionId);
      if (filter.agent !== undefined) query = query.where("agent", "=", filter.agent);
      if (filter.limit !== undefined) query = query.limit(filter.limit);
      return (await query.orderBy("distilledAt", "desc").orderBy("id", "desc").execute()).map(toRecord);
    },

    async addAnchors(anchors) {
      for (const some of inBatches(anchors))
        await db
          .insertInto("anchors")
          .values([...some])
          .execute();
    },

    anchorsOf: (receiptId) =>
      db
        .selectFrom("anchors")
        .select(["receiptId", "sessionId", "kind", "value", "messageId", "seq"])
        .where("receiptId", "=", receiptId)
        .orderBy("pk")
        .execute(),

    async dropUnfinished(exceptReceiptIds) {
      let unfinished = db
        .deleteFrom("anchors")
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom("receipts").select("receipts.id").whereRef("receipts.id", "=", "anchors.receiptId"))),
        );
      if (exceptReceiptIds.length > 0) unfinished = unfinished.where("receiptId", "not in", exceptReceiptIds);
      return (await unfinished.returning("pk").execute()).length;
    },
  };
}
