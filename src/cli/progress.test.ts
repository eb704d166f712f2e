import { expect, test } from "vitest";
import { barLine, bytesLine, howMany, lasting, progressLine, sized } from "./progress.ts";

test("W4: progress shows how far, how fast and how long", () => {
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
])("W4: %d seconds are shown as %s", (seconds, words) => {
  expect(lasting(seconds)).toBe(words);
});

const PROGRESS = { done: 30_500_000, total: 122_000_000, seconds: 2 };
const WORDS = "25 %, 30.5 MB of 122.0 MB, 15.3 MB/s, 6 s left";

test("H4: an import shows the share, the rate and the time left", () => {
  expect(bytesLine(PROGRESS)).toBe(WORDS);
  expect(bytesLine({ done: 0, total: 0, seconds: 0 })).toBe("100 %, 0 kB of 0 kB");
  expect(bytesLine({ done: 9, total: 5, seconds: 1 })).toContain("100 %");
});

test("H4: the bar of an import fits into the line: the bar shrinks first, then the least needed text goes", () => {
  const aside = "claude-code 12345678";
  expect(barLine(PROGRESS, aside, 120)).toBe(`${"█".repeat(6)}${"░".repeat(18)} ${WORDS}, ${aside}`);
  expect(barLine(PROGRESS, aside, 79)).toBe(`██${"░".repeat(8)} ${WORDS}, ${aside}`);
  expect(barLine(PROGRESS, aside, 79)).toHaveLength(79);
  expect(barLine(PROGRESS, aside, 60)).toBe(`${"█".repeat(3)}${"░".repeat(10)} ${WORDS}`);
  expect(barLine(PROGRESS, aside, 40)).toBe(WORDS.slice(0, 40));
});

test("H4: one is singular", () => {
  expect([howMany(0, "line"), howMany(1, "line"), howMany(1234, "line")]).toEqual(["0 lines", "1 line", "1,234 lines"]);
});

test.each([
  [1, "1 kB"],
  [999_000, "999 kB"],
  [12_345_678, "12.3 MB"],
  [2_500_000_000, "2.5 GB"],
])("H4: %d bytes are shown as %s", (bytes, words) => {
  expect(sized(bytes)).toBe(words);
});
