import { z } from "zod";
import { messageOf } from "../core/index.ts";
import {
  isIdOf,
  type MessageRecord,
  messageHash,
  type ReceiptRecord,
  receiptHash,
  receiptsOf,
  type SessionRecord,
  type Store,
} from "../store/index.ts";
import { RangeHash } from "./message-range.ts";

/** Something that was changed since it was written. */
const findingShape = z.object({
  sessionId: z.string(),
  receiptId: z.string().nullable(),
  messageId: z.string().nullable(),
  what: z.string(),
});

export const verdictShape = z.object({
  sessionId: z.string(),
  sessionKey: z.string(),
  ok: z.boolean(),
  receipts: z.number(),
  messages: z.number(),
  findings: z.array(findingShape).readonly(),
});
export type Verdict = Readonly<z.infer<typeof verdictShape>>;

const PAGE = 500;

type Read = MessageRecord | { readonly seq: number; readonly unreadable: string };

/** A page of the ledger; an unreadable message does not hide the others. */
async function pageAfter(store: Store, sessionId: string, after: number): Promise<Read[]> {
  try {
    return await store.messages.list(sessionId, { after, limit: PAGE });
  } catch {
    try {
      return await store.messages.list(sessionId, { after, limit: 1 });
    } catch (error) {
      return [{ seq: after + 1, unreadable: messageOf(error) }];
    }
  }
}

/** Checks everything that a session's receipts cover, and reports what was altered, dropped or inserted. */
export class Audit {
  readonly #findings: z.infer<typeof findingShape>[] = [];

  readonly #store: Store;
  readonly #session: SessionRecord;

  constructor(store: Store, session: SessionRecord) {
    this.#store = store;
    this.#session = session;
  }

  #report(what: string, place: { receiptId?: string; messageId?: string } = {}): void {
    const { receiptId = null, messageId = null } = place;
    this.#findings.push({ sessionId: this.#session.id, receiptId, messageId, what });
  }

  async run(): Promise<Verdict> {
    const receipts = (await receiptsOf(this.#store, { sessionId: this.#session.id })).reverse();
    this.#checkReceipts(receipts);
    const messages = await this.#checkLedger(receipts);
    const { id, key } = this.#session;
    return {
      ...{ sessionId: id, sessionKey: key, ok: this.#findings.length === 0 },
      ...{ receipts: receipts.length, messages, findings: this.#findings },
    };
  }

  /** Oldest first: each is as it was written, and tied to the one before. */
  #checkReceipts(receipts: readonly ReceiptRecord[]): void {
    let head: string | null = null;
    for (const { hash, previousHash, ...receipt } of receipts) {
      if (previousHash !== head) this.#report("a receipt before it is missing", { receiptId: receipt.id });
      if (receiptHash(previousHash, receipt) !== hash)
        this.#report("the receipt was altered", { receiptId: receipt.id });
      head = hash;
    }
    if (head !== this.#session.receiptHead) this.#report("the newest receipt is missing");
    const last = receipts.at(-1);
    if (last && last.toSeq !== this.#session.horizonSeq)
      this.#report(`the thread does not begin behind message ${last.toSeq}, where its receipt ends`, {
        receiptId: last.id,
      });
  }

  async #checkLedger(receipts: readonly ReceiptRecord[]): Promise<number> {
    const { id, type, horizonSeq, horizonHash, totalMessages, messageHead } = this.#session;
    // The older messages of a background session are deleted; the chain continues from the last of them.
    const discarded = type === "background" || type === "ephemeral";
    const ranges = discarded ? [] : receipts.map((receipt) => ({ receipt, hash: new RangeHash() }));
    let head = discarded ? horizonHash : null;
    let expected = discarded ? horizonSeq : 0;
    let count = 0;
    for (;;) {
      const page = await pageAfter(this.#store, id, expected);
      if (page.length === 0) break;
      for (const read of page) {
        expected += 1;
        if (read.seq !== expected) this.#report(`messages ${expected} to ${read.seq - 1} are missing`);
        expected = read.seq;
        count += 1;
        const hash = "unreadable" in read ? "" : this.#checkMessage(head, read);
        if ("unreadable" in read) this.#report(`message ${read.seq} cannot be read any more: ${read.unreadable}`);
        for (const { receipt, hash: range } of ranges)
          if (read.seq >= receipt.fromSeq && read.seq <= receipt.toSeq) range.add(hash);
        // Each message is checked alone: after an altered one the chain continues with its stored hash.
        head = "hash" in read ? read.hash : head;
      }
    }
    if (expected < totalMessages) this.#report(`messages ${expected + 1} to ${totalMessages} are missing`);
    else if (head !== messageHead) this.#report("the ledger does not end as it was written");
    for (const { receipt, hash } of ranges)
      if (hash.value !== receipt.rangeHash)
        this.#report(`messages ${receipt.fromSeq} to ${receipt.toSeq} are not what was distilled`, {
          receiptId: receipt.id,
        });
    return count;
  }

  #checkMessage(head: string | null, message: MessageRecord): string {
    const hash = messageHash(head, message);
    if (hash !== message.hash) this.#report(`message ${message.seq} was altered`, { messageId: message.id });
    if (!isIdOf(message)) this.#report(`message ${message.seq} has another id`, { messageId: message.id });
    return hash;
  }
}
