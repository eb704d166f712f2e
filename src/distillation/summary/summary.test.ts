import fc from "fast-check";
import { expect, test } from "vitest";
import { estimateTokens } from "../../core/index.ts";
import { ITEM_KINDS, type Item, type ItemKind } from "../extraction/index.ts";
import { mergeItems, writeSummary } from "./index.ts";

const item = (kind: ItemKind, text: string, seq: number, weight = 0.6): Item => ({
  kind,
  text,
  cites: [`7q2mz4k9r1td-${seq}`],
  at: `2026-01-${String((seq % 28) + 1).padStart(2, "0")}T10:00:00.000Z`,
  seq,
  weight,
});

const range = {
  fromSeq: 1,
  toSeq: 150,
  from: "2026-01-03T08:00:00.000Z",
  to: "2026-02-20T09:00:00.000Z",
  messages: 150,
};

test("D4: title, range, and the sections in their order with one cited item a line, oldest first", () => {
  const items = [
    item("preference", "I prefer tea.", 9),
    item("correction", "No, it's 45 mg, not 54.", 8),
    item("file", "src/a.ts (edited)", 7),
    item("state", "The tests pass.", 6),
    item("promise", "I'll call Anna on Friday.", 5),
    item("fact", "Our dog is called Biscuit.", 4),
    item("fact", "I'm allergic to penicillin.", 3, 0.5),
    item("decision", "We decided to keep SQLite, because it is simple.", 2),
    { ...item("goal", "build a budget tracker", 1), cites: ["a-1", "a-2", "a-3", "a-4"] },
  ];
  expect(writeSummary({ items, range, budgetTokens: 2000 }).text).toBe(`# Conversation Summary
150 messages (1–150), 2026-01-03 to 2026-02-20. The words are the user's unless marked (agent); ids lead to the messages.

## What we are doing
- build a budget tracker [a-1, a-3, a-4]

## Decisions and why
- We decided to keep SQLite, because it is simple. [7q2mz4k9r1td-2]

## Facts
- I'm allergic to penicillin. [7q2mz4k9r1td-3]
- Our dog is called Biscuit. [7q2mz4k9r1td-4]

## Open items
- I'll call Anna on Friday. (said 2026-01-06) [7q2mz4k9r1td-5]

## Working state
- The tests pass. [7q2mz4k9r1td-6]

## Files and commands
- src/a.ts (edited) [7q2mz4k9r1td-7]

## Corrections and failed approaches
- No, it's 45 mg, not 54. [7q2mz4k9r1td-8]

## Preferences and register of the conversation
- I prefer tea. [7q2mz4k9r1td-9]`);
});

test("D4: a tiny budget has room for the title and the best line", () => {
  const items = [
    item("fact", "The sky was grey that day.", 1, 0.3),
    item("constraint", "Never call my mother.", 2, 0.9),
  ];
  const { text, kept } = writeSummary({ items, range, budgetTokens: 60 });
  expect(text.split("\n")[0]).toBe("# Conversation Summary");
  expect(kept.map(({ seq }) => seq)).toContain(2);
  expect(writeSummary({ items: [], range, budgetTokens: 5 }).text).toBe("# Conversation Summary");
});

test("D4: a handful of goals and open items, the weightiest", () => {
  const many = (kind: ItemKind) =>
    Array.from({ length: 20 }, (_, n) => item(kind, `${kind} about subject${n} alone`, n, (n + 1) / 25));
  const { kept } = writeSummary({ items: [...many("goal"), ...many("open_item")], range, budgetTokens: 3000 });
  const of = (kind: ItemKind) => kept.filter((one) => one.kind === kind);
  expect(of("goal").map(({ seq }) => seq)).toEqual([15, 16, 17, 18, 19]);
  expect(of("open_item")).toHaveLength(6);
});

test("D4: no section takes the place of all others", () => {
  const many = Array.from({ length: 300 }, (_, seq) =>
    item("fact", `Fact number ${seq} is about topic ${seq * 7}.`, seq, 0.9),
  );
  const items = [...many, item("decision", "We decided to keep SQLite.", 400, 0.3), item("goal", "ship it", 401, 0.3)];
  const { text } = writeSummary({ items, range, budgetTokens: 800 });
  expect(text).toContain("We decided to keep SQLite.");
  expect(text).toContain("ship it");
});

const items = fc
  .array(
    fc.record({
      kind: fc.constantFrom(...ITEM_KINDS),
      text: fc
        .oneof(fc.string({ unit: "binary", maxLength: 400 }), fc.lorem({ maxCount: 40 }))
        .map((text) => text.replace(/\s+/g, " ").trim() || "something"),
      seq: fc.nat(500),
      weight: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    { maxLength: 60 },
  )
  .map((made) => made.map(({ kind, text, seq, weight }) => item(kind, text, seq, weight)));

test("D4: a summary never costs more than its budget, every line cites, and the same items give the same text", () => {
  fc.assert(
    fc.property(items, fc.integer({ min: 10, max: 3000 }), (made, budgetTokens) => {
      const { text, kept } = writeSummary({ items: made, range, budgetTokens });
      expect(estimateTokens(text)).toBeLessThanOrEqual(budgetTokens);
      const lines = text.split("\n").filter((line) => line.startsWith("- "));
      expect(lines).toHaveLength(kept.length);
      for (const line of lines) expect(line).toMatch(/ \[[\w-]+(?:, [\w-]+){0,2}\]$/);
      for (const one of kept) expect(made).toContain(one);
      expect(writeSummary({ items: [...made].reverse(), range, budgetTokens }).kept.length).toBe(kept.length);
    }),
    { numRuns: 300 },
  );
});

test("D6: repeated statements are merged across summaries, the newest words win and both places are cited", () => {
  const merged = mergeItems(
    [item("fact", "I'm allergic to penicillin.", 3)],
    [item("fact", "I am allergic to penicillin!", 160)],
  );
  expect(merged).toMatchObject([
    { text: "I am allergic to penicillin!", cites: ["7q2mz4k9r1td-3", "7q2mz4k9r1td-160"], seq: 160 },
  ]);
});

test("D6: after many distillations facts, rules and what it began with are still there, old work is not", () => {
  let kept = [
    item("fact", "My daughter Anna was born on 3 May 2019.", 1),
    item("constraint", "Never call my mother.", 2),
    item("preference", "I prefer tea.", 3),
    item("command", "`npm test` → exit 0", 4),
    item("state", "The tests pass.", 5),
    item("goal", "add a login page", 6),
    item("goal", "paint it", 7),
  ];
  for (let round = 0; round < 20; round++) kept = mergeItems(kept, []);
  expect(kept.map(({ text }) => text)).toEqual([
    "My daughter Anna was born on 3 May 2019.",
    "Never call my mother.",
    "I prefer tea.",
    "add a login page",
  ]);
  for (const { weight } of kept) expect(weight).toBeGreaterThan(0.25);
});

test("D6: a new value and a report that it is done push the older item back", () => {
  const before = [item("fact", "The rent is 950 € a month.", 1), item("open_item", "I need to renew my passport.", 2)];
  const after = [
    item("fact", "The rent is 990 € a month.", 160),
    item("fact", "I renewed the passport, all done.", 161),
  ];
  const weights = new Map(mergeItems(before, after).map(({ seq, weight }) => [seq, weight]));
  expect(weights.get(1)).toBeLessThan(0.3);
  expect(weights.get(2)).toBeLessThan(0.3);
  expect(weights.get(160)).toBe(0.6);
});
