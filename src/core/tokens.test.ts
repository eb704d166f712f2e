import fc from "fast-check";
import { expect, test } from "vitest";
import { estimateTokens } from "./tokens.ts";

test.each([
  ["The quick brown fox jumps over the lazy dog.", 9, 11],
  ["const total = items.reduce((sum, item) => sum + item.price, 0);", 16, 24],
  ["Zoë naïve déjà vu", 3, 8],
  ["我们决定使用轮换刷新令牌并把它们存储在数据库里", 15, 24],
  ["トークンを更新する", 6, 10],
  ["토큰을 갱신한다", 5, 9],
])("R2: %s costs between %i and %i tokens", (text, least, most) => {
  expect(estimateTokens(text)).toBeGreaterThanOrEqual(least);
  expect(estimateTokens(text)).toBeLessThanOrEqual(most);
});

test("R2: nothing costs nothing, anything costs something, and more text never costs less", () => {
  expect(estimateTokens("")).toBe(0);
  fc.assert(
    fc.property(fc.string({ unit: "binary", minLength: 1 }), fc.lorem(), (text, more) => {
      expect(estimateTokens(text)).toBeGreaterThan(0);
      expect(estimateTokens(`${text}\n${more}`)).toBeGreaterThanOrEqual(estimateTokens(text));
    }),
  );
});

test("R2: a megabyte of anything is measured in no time", () => {
  const before = performance.now();
  for (const unit of ["a", "日", " ", "\n ", "-", "9", "🙂"]) estimateTokens(unit.repeat(1_000_000 / unit.length));
  expect(performance.now() - before).toBeLessThan(3000);
});
