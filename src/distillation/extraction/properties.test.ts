import fc from "fast-check";
import { expect, test } from "vitest";
import { Talk } from "../test-kit.ts";
import type { ExtractedFrom, Item } from "./item.ts";

const WORDS = [
  ...["I", "we", "my", "Anna", "Biscuit", "the", "take", "decided", "never", "because", "not", "No,", "it's", "prefer"],
  ...["45 mg", "54 mg", "€20", "3 May 2019", "15:30", "src/a.ts", "ENT-96", "578c22a", "https://example.com/a", "#7"],
  ...[
    "I'll call",
    "tomorrow",
    "TODO",
    "failed",
    "error: no",
    "ich",
    "muss",
    "noch",
    "我",
    "决定",
    "药",
    "。",
    ".",
    "!",
    "?",
  ],
  ...["\n", "- ", "**", "`npm test`", "```", "\n## ", "\t", "😀", "é", "\u0000", "\uD800"],
];
const phrase = fc.array(fc.constantFrom(...WORDS), { maxLength: 30 }).map((words) => words.join(" "));
const text = fc.oneof({ weight: 3, arbitrary: phrase }, fc.string({ unit: "binary", maxLength: 200 }));
type Turn = (talk: Talk) => Talk;
const turn: fc.Arbitrary<Turn> = fc.oneof(
  text.map(
    (text): Turn =>
      (talk) =>
        talk.user(text),
  ),
  text.map(
    (text): Turn =>
      (talk) =>
        talk.assistant(text),
  ),
  text.map(
    (text): Turn =>
      (talk) =>
        talk.system(text),
  ),
  fc.tuple(text, text, fc.boolean()).map(
    ([command, output, isError]): Turn =>
      (talk) =>
        talk.run(command, output, isError),
  ),
  text.map(
    (path): Turn =>
      (talk) =>
        talk.edit(path),
  ),
);
const talks = fc.array(turn, { maxLength: 12 }).map((turns) => turns.reduce((talk, take) => take(talk), new Talk()));

const byId = (talk: Talk): Map<string, ExtractedFrom> => new Map(talk.messages.map((message) => [message.id, message]));

function holds(check: (items: Item[], talk: Talk) => void): void {
  fc.assert(
    fc.property(talks, (talk) => {
      check(talk.extract(), talk);
    }),
    { numRuns: 400 },
  );
}

test("D3: the same messages give the same extraction", () => {
  holds((items, talk) => {
    expect(JSON.stringify(talk.extract())).toBe(JSON.stringify(items));
  });
});

test("D4: every item is one line of words, cites messages that exist, and weighs between 0 and 1", () => {
  holds((items, talk) => {
    const messages = byId(talk);
    for (const item of items) {
      expect(item.text).toMatch(/^\S(?:.*\S)?$/u);
      expect(item.text.length).toBeLessThanOrEqual(420);
      expect(item.cites.length).toBeGreaterThan(0);
      for (const cite of item.cites) expect(messages.has(cite)).toBe(true);
      expect(item.weight).toBeGreaterThanOrEqual(0);
      expect(item.weight).toBeLessThanOrEqual(1);
    }
  });
});

test("D4: the numbers of an item are in the messages that it cites", () => {
  const counted = new Set(["file", "command", "failed", "register"]);
  holds((items, talk) => {
    const messages = byId(talk);
    for (const { text: words, cites } of items.filter((item) => !counted.has(item.kind))) {
      const sources = cites.map((cite) => messages.get(cite)?.content ?? "").join("\n");
      for (const number of words.match(/\d+/g) ?? []) expect(sources).toContain(number);
    }
  });
});
