import { expect, test } from "vitest";
import type { NewReceipt } from "../../src/store/index.ts";
import { indexAll, search } from "./indexing.ts";
import { aMemory, aMessage, append, at, current, type StoreOf, stored } from "./kit.ts";

let receipts = 0;

const aReceipt = (sessionId: string, fields: Partial<NewReceipt> = {}): NewReceipt => ({
  id: `receipt-${String(++receipts).padStart(8, "0")}`,
  sessionId,
  agent: "ada",
  distilledAt: at(1),
  reason: "150 messages",
  messagesBefore: 150,
  messagesAfter: 10,
  tokensBefore: 9000,
  tokensAfter: 1200,
  factsExtracted: 3,
  decisionsExtracted: 2,
  openItemsExtracted: 1,
  flushSucceeded: true,
  summary: "# Conversation Summary\nZoë's “birthday”",
  items: [{ kind: "fact", text: "Zoë's “birthday”", weight: 0.75 }],
  errors: ["the disk is read-only"],
  warnings: [],
  fromSeq: 1,
  toSeq: 140,
  rangeHash: "range",
  anchors: 4,
  continuityScore: 0.975,
  summarizer: "extractive",
  model: null,
  cost: null,
  ...fields,
});

export function agentsContract(store: StoreOf): void {
  test("S4: two agents have each their own session under one key; one of them has it only once", async () => {
    const [one, same, other] = await Promise.all(
      ["ada", "ada", "bob"].map((agent) => stored(store(), { harness: "api", key: "cron", agent, type: "background" })),
    );
    expect(one?.id).toBe(same?.id);
    expect(other?.id).not.toBe(one?.id);
    expect((await store().sessions.byKey("api", "cron", "bob"))?.id).toBe(other?.id);
    expect(await store().sessions.byKey("api", "cron")).toBeUndefined();
  });

  test("S4: of fifty primary sessions made at once there is one, and nothing can delete or retype it", async () => {
    const made = await Promise.all(
      Array.from({ length: 50 }, (_, n) => stored(store(), { agent: "ada", type: "primary", key: `key ${n}` })),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    const [primary] = made;
    const id = primary?.id ?? "";
    await append(store(), id, aMessage({ content: "the first words" }));
    await expect(store().transaction((tables) => tables.sessions.remove(id))).rejects.toThrow(/primary/);
    await expect(store().transaction((tables) => tables.messages.discard(id, 1))).rejects.toThrow(/primary/);
    await expect(store().sessions.change(id, { type: "ephemeral" })).rejects.toThrow(/primary/);
    expect((await store().sessions.list({ agent: "ada", type: "primary" })).map((one) => one.id)).toEqual([id]);
    expect((await store().messages.list(id)).map(({ content }) => content)).toEqual(["the first words"]);
  });

  test("S6: a removed session takes everything of its own along, and nothing else", async () => {
    const body = "a long text that two sessions share\n".repeat(200);
    const gone = await stored(store(), { agent: "ada", type: "ephemeral", key: "ask:1" });
    const child = await stored(store(), { parentId: gone.id });
    await append(store(), gone.id, aMessage({ content: "zebra crossing" }), aMessage({ content: body }));
    await indexAll(store());
    expect(await search(store(), ["zebra"])).toHaveLength(1);
    await append(store(), child.id, aMessage({ content: body }));
    await store().transaction((tables) => tables.receipts.append(aReceipt(gone.id)));
    const last = (await current(store(), gone.id)).totalMessages;
    await store().transaction(async (tables) => {
      await tables.messages.discard(gone.id, last);
      await tables.sessions.remove(gone.id);
    });
    expect(await store().sessions.get(gone.id)).toBeUndefined();
    expect(await search(store(), ["zebra"])).toEqual([]);
    expect(await store().receipts.list({ sessionId: gone.id })).toEqual([]);
    expect((await current(store(), child.id)).parentId).toBeNull();
    expect((await store().messages.list(child.id)).map(({ content }) => content)).toEqual([body]);
  });

  test("D8: a receipt comes back with every field, tied to the one before it", async () => {
    const session = await stored(store(), { agent: "ada", type: "primary" });
    const first = await store().transaction((tables) => tables.receipts.append(aReceipt(session.id)));
    const second = await store().transaction((tables) =>
      tables.receipts.append(aReceipt(session.id, { distilledAt: at(2), continuityScore: null, cost: 0.0125 })),
    );
    expect(second.previousHash).toBe(first.hash);
    expect(await store().receipts.list({ sessionId: session.id })).toEqual([second, first]);
    expect(await store().receipts.list({ agent: "bob" })).toEqual([]);
    expect(await store().receipts.get(first.id)).toEqual(first);
  });

  test("D5: anchors stay with their receipt; what a crash left of one that never came is dropped", async () => {
    const session = await stored(store(), { agent: "ada", type: "primary" });
    const [done, lost] = [aReceipt(session.id), aReceipt(session.id)];
    const anchor = { sessionId: session.id, kind: "path", messageId: "m-1", seq: 1 };
    const kept = { ...anchor, receiptId: done.id, value: "src/auth/rotate.ts" };
    await store().receipts.addAnchors([kept, { ...anchor, receiptId: lost.id, value: "src/auth/orphan.ts" }]);
    await store().transaction((tables) => tables.receipts.append(done));
    expect(await store().receipts.dropUnfinished([lost.id])).toBe(0);
    expect(await store().receipts.dropUnfinished([])).toBe(1);
    expect(await store().receipts.anchorsOf(lost.id)).toEqual([]);
    expect(await store().receipts.anchorsOf(done.id)).toEqual([kept]);
  });

  test("M3: what a distillation extracted comes back by its receipt", async () => {
    for (const [content, weight] of [
      ["small", 0.2],
      ["great", 0.9],
    ] as const)
      await store().memories.insert(aMemory({ content, weight, receiptId: "receipt" }));
    await store().memories.insert(aMemory());
    const found = await store().memories.list({ receiptId: "receipt" });
    expect(found.map(({ content }) => content).sort()).toEqual(["great", "small"]);
  });
}
