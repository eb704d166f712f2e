import { expect, test } from "vitest";
import { lasting, progressLine } from "./progress.ts";

test("W4: progress tells how far, how fast and how long", () => {
  expect(progressLine({ done: 2500, total: 10_000, seconds: 5 })).toBe(
    "25 %, 2,500 of 10,000 texts, 500 a second, 15 s left",
  );
  expect(progressLine({ done: 0, total: 10_000, seconds: 5 })).toBe("0 %, 0 of 10,000 texts");
  expect(progressLine({ done: 0, total: 0, seconds: 0 })).toBe("100 %, 0 of 0 texts");
  expect(progressLine({ done: 9999, total: 10_000, seconds: 100 })).toContain("99 %");
});

test.each([
  [0.2, "1 s"],
  [59, "59 s"],
  [61, "1 min 1 s"],
  [7300, "2 h 1 min"],
])("W4: %d seconds are told as %s", (seconds, words) => {
  expect(lasting(seconds)).toBe(words);
});
