import fc from "fast-check";
import { expect, test } from "vitest";
import { split } from "./split-passages.ts";

const pieces = (text: string, target: number, most: number): string[] =>
  split(text, target, most).map(({ start, size }) => text.slice(start, start + size));

const aText = fc
  .array(
    fc.oneof(fc.constantFrom(". ", "\n", "。", "?!” ", "🙂", "👩‍👩‍👧", " "), fc.lorem(), fc.string({ unit: "binary" })),
  )
  .map((parts) => parts.join(""));

test("M2: passages cover a text exactly once, in order, and are never more than may be", () => {
  fc.assert(
    fc.property(aText, fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 64 }), (text, target, most) => {
      const spans = split(text, target, most);
      expect(pieces(text, target, most).join("")).toBe(text);
      expect(spans.length).toBeLessThanOrEqual(most);
      let end = 0;
      for (const { start, size } of spans) {
        expect(start).toBe(end);
        if (text !== "") expect(size).toBeGreaterThan(0);
        end = start + size;
      }
    }),
  );
});

test("M2: no character is cut in half, wherever a text without any pause must be cut", () => {
  fc.assert(
    fc.property(fc.nat(3), fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 64 }), (before, target, most) => {
      for (const piece of pieces("x".repeat(before) + "🙂".repeat(300), target, most))
        expect(piece).not.toMatch(/\p{Cs}/u);
    }),
  );
});

test("M2: sentences stay whole where there are any, and a short text is one passage", () => {
  const sentences = Array.from({ length: 40 }, (_, n) => `This is sentence number ${n} of a long message. `);
  for (const piece of pieces(sentences.join(""), 200, 64)) expect(piece).toMatch(/^This is .*\. $/s);
  expect(split("One. Two. Three.", 500, 64)).toEqual([{ start: 0, size: 16 }]);
  expect(split("", 500, 64)).toEqual([{ start: 0, size: 0 }]);
});

test("M2: a megabyte without a pause is cut into as many passages as there may be", () => {
  const spans = split("a".repeat(1_000_000), 500, 64);
  expect(spans.length).toBeLessThanOrEqual(64);
  expect(Math.max(...spans.map(({ size }) => size))).toBeLessThanOrEqual(2 * Math.ceil((1.3 * 1_000_000) / 64));
});
