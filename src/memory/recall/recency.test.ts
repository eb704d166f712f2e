import { expect, test } from "vitest";
import { freshGain } from "./recency.ts";

const HOUR = 3_600_000;

test("M2: what is new gains, the less the older, and nothing after a day", () => {
  expect(freshGain(0)).toBe(0.15);
  expect(freshGain(-HOUR)).toBe(0.15);
  expect(freshGain(12 * HOUR)).toBeCloseTo(0.075, 9);
  expect(freshGain(24 * HOUR - 1)).toBeGreaterThan(0);
  expect(freshGain(24 * HOUR)).toBe(0);
  expect(freshGain(Number.POSITIVE_INFINITY)).toBe(0);
});
