import { expect, test } from "vitest";
import { canonicalJson, sha256 } from "../core/index.ts";
import { appendReceipt, type NewReceipt, receiptHash, receipts, receiptsOf } from "./receipts.ts";
import { migratedFrom } from "./sqlite/test-kit.ts";
import { at, current, emptyStore, stored } from "./store.test-kit.ts";

const aReceipt = (id: string, sessionId: string, fields: Partial<NewReceipt> = {}): NewReceipt => ({
  ...{ id, sessionId, agent: "ada", distilledAt: at(1), reason: "150 messages" },
  ...{ messagesBefore: 150, messagesAfter: 10, tokensBefore: 9000, tokensAfter: 1200 },
  ...{ factsExtracted: 3, decisionsExtracted: 2, openItemsExtracted: 1, flushSucceeded: true },
  summary: "# Conversation Summary\nZoë's “birthday”",
  items: [{ kind: "fact", text: "Zoë's “birthday”", weight: 0.1 + 0.2 }],
  ...{ errors: ["the disk is read-only"], warnings: [], fromSeq: 1, toSeq: 140, rangeHash: "range" },
  ...{ continuityScore: 0.975, summarizer: "extractive", model: null, cost: null },
  ...fields,
});

test("D8: a receipt comes back with every field, tied to the one before it", async () => {
  const store = emptyStore();
  const { id: sessionId } = await stored(store, { agent: "ada", type: "primary" });
  const first = await store.transaction((tables) => appendReceipt(tables, aReceipt("first", sessionId)));
  const next = aReceipt("second", sessionId, { distilledAt: at(2), continuityScore: null, cost: 0.0125 });
  const second = await store.transaction((tables) => appendReceipt(tables, next));
  expect(second).toEqual({ ...next, hash: receiptHash(first.hash, next), previousHash: first.hash });
  expect((await current(store, sessionId)).receiptHead).toBe(second.hash);
  expect(await receiptsOf(store, { sessionId })).toEqual([second, first]);
  expect(await receiptsOf(store, { agent: "ada", limit: 1 })).toEqual([second]);
  expect(await receiptsOf(store, { agent: "bob" })).toEqual([]);
  expect(await receipts(store).get("first")).toEqual(first);
});

test("D8: receipts of a database before schema 24 keep every byte that their hashes cover", async () => {
  const old = { ...aReceipt("old", "s", { cost: 0.1 + 0.2, continuityScore: 1, flushSucceeded: false }), anchors: 4 };
  const hash = sha256(`\n${canonicalJson(old)}`);
  const { items, errors, warnings, flushSucceeded, ...plain } = old;
  const lists = { items: JSON.stringify(items), errors: JSON.stringify(errors), warnings: JSON.stringify(warnings) };
  const row = { ...plain, ...lists, flushSucceeded: Number(flushSucceeded), hash, previousHash: null };
  const names = Object.keys(row).map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  const values = Object.values(row).map((value) =>
    typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value),
  );
  const store = migratedFrom(
    23,
    `INSERT INTO sessions (id, key, harness, agent, type, state, started_at, last_activity_at, receipt_head)
       VALUES ('s', 'k', 'api', 'ada', 'primary', 'active', '2026', '2026', '${hash}');
     INSERT INTO receipts (${names.join(", ")}) VALUES (${values.join(", ")});
     INSERT INTO anchors (receipt_id, session_id, kind, value, message_id, seq) VALUES ('old', 's', 'path', 'a.ts', 'm', 1);`,
  );
  const [kept] = await receiptsOf(store, { sessionId: "s" });
  expect(kept).toEqual({ ...old, hash, previousHash: null });
  const { hash: _hash, previousHash, ...covered } = kept ?? { ...old, hash, previousHash: null };
  expect(receiptHash(previousHash, covered)).toBe(hash);
  const next = await store.transaction((tables) => appendReceipt(tables, aReceipt("new", "s", { distilledAt: at(2) })));
  expect(next.previousHash).toBe(hash);
});
