import fc from "fast-check";
import { expect, test } from "vitest";
import { estimateTokens } from "../../core/index.ts";
import { contentTerms, signature, signatureOf } from "../../text/index.ts";
import { isNearDuplicate, Selection } from "./selection.ts";

const signed = (text: string) => signatureOf(signature(contentTerms(text)));
const item = (content: string, origin = content) => ({ content, origin, signed: signed(content) });
const texts = fc.array(fc.oneof(fc.lorem({ maxCount: 30 }), fc.string({ unit: "binary", maxLength: 60 })), {
  maxLength: 20,
});

test("M2: neither budget nor limit is exceeded, the best come first, and none says what one before it said", () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 0, max: 150 }), fc.nat({ max: 10 }), (all, budget, limit) => {
      const selection = new Selection(budget, limit);
      const items = all.map((text, n) => item(text, `${n % 15}`));
      selection.offer(items.slice(0, 5));
      selection.offer(items.slice(5));
      const { kept } = selection;
      expect(kept.length).toBeLessThanOrEqual(limit);
      expect(kept.reduce((sum, { content }) => sum + estimateTokens(content), 0)).toBeLessThanOrEqual(budget);
      expect(kept).toEqual(items.filter((one) => kept.includes(one)));
      expect(new Set(kept.map(({ origin }) => origin)).size).toBe(kept.length);
      for (const [n, one] of kept.entries())
        for (const before of kept.slice(0, n)) expect(isNearDuplicate(one, before)).toBe(false);
    }),
  );
});

test("M2: the first is kept whenever it fits, and a smaller one where a larger does not", () => {
  const [large, small] = [item("word ".repeat(200)), item("a short one")];
  const selection = new Selection(20, 5);
  selection.offer([large, small]);
  expect(selection.kept).toEqual([small]);
  expect(selection.missing).toBe(4);
});

const words = fc.uniqueArray(fc.stringMatching(/^[b-df-hj-np-tv-z]{6}$/), { minLength: 1, maxLength: 13 });

test("M2: a short text with another number or name is never dropped", () => {
  fc.assert(
    fc.property(words, fc.nat({ max: 99_999 }), fc.nat({ max: 99_999 }), (all, a, b) => {
      fc.pre(a !== b);
      const [one, other] = [item(`${all.join(" ")} ${a}`), item(`${all.join(" ")} ${b}`)];
      expect(isNearDuplicate(one, other)).toBe(false);
      expect(isNearDuplicate(one, one)).toBe(true);
    }),
  );
});

test("M2: a short text that lacks a word, and a long one with another, say nothing new", () => {
  const short = "green gate north wing opens noon";
  expect(isNearDuplicate(item(short), item(`${short} daily`))).toBe(true);
  expect(isNearDuplicate(item(`${short} daily`), item(short))).toBe(false);
  const long = Array.from({ length: 40 }, (_, n) => `item${n}`).join(" ");
  expect(isNearDuplicate(item(`${long} red`), item(`${long} blue`))).toBe(true);
  expect(isNearDuplicate(item(long), item(short))).toBe(false);
});

test.each([
  ["The API is public.", "The API is not public."],
  ["We deploy on Fridays", "We don't deploy on Fridays"],
  ["Das Tor ist offen", "Das Tor ist nicht offen"],
  ["接口是公开的", "接口不是公开的"],
  ["We moved from Berlin to Paris", "We moved from Paris to Berlin"],
  ["Anna pays Ben", "Ben pays Anna"],
])("M2: %j and %j do not say the same", (one, other) => {
  expect(isNearDuplicate(item(one), item(other))).toBe(false);
  expect(isNearDuplicate(item(other), item(one))).toBe(false);
  expect(isNearDuplicate(item(one), item(`${one}`))).toBe(true);
});
