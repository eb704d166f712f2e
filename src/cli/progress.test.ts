import { expect, test } from "vitest";
import { bytesLine, lasting, progressLine, sized } from "./progress.ts";

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

test("H4: an import tells the share, the rate and the time left, behind a bar only where somebody looks", () => {
  const progress = { done: 30_500_000, total: 122_000_000, seconds: 2 };
  const words = "25 %, 30.5 MB of 122.0 MB, 15.3 MB/s, 6 s left";
  expect(bytesLine(progress, false)).toBe(words);
  expect(bytesLine(progress, true)).toBe(`${"█".repeat(6)}${"░".repeat(18)} ${words}`);
  expect(bytesLine({ done: 0, total: 0, seconds: 0 }, false)).toBe("100 %, 0 kB of 0 kB");
  expect(bytesLine({ done: 9, total: 5, seconds: 1 }, true)).toContain("100 %");
});

test.each([
  [1, "1 kB"],
  [999_000, "999 kB"],
  [12_345_678, "12.3 MB"],
  [2_500_000_000, "2.5 GB"],
])("H4: %d bytes are told as %s", (bytes, words) => {
  expect(sized(bytes)).toBe(words);
});
