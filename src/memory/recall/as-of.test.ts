import { expect, test } from "vitest";
import { momentOf } from "./as-of.ts";

const NOW = new Date(2026, 5, 17, 12).getTime();
const local = (...parts: [number, number, number, number?, number?, number?, number?]) => new Date(...parts).getTime();

test.each([
  ["2026-03-14", local(2026, 2, 14, 23, 59, 59, 999)],
  ["2024-02-29", local(2024, 1, 29, 23, 59, 59, 999)],
  [" 2026-03-14 09:30 ", local(2026, 2, 14, 9, 30)],
  ["2026-03-14T09:30Z", Date.UTC(2026, 2, 14, 9, 30)],
  ["2026-03-14T09:30:15.250Z", Date.UTC(2026, 2, 14, 9, 30, 15, 250)],
  ["2026-03-14T09:30+02:00", Date.UTC(2026, 2, 14, 7, 30)],
  ["yesterday", local(2026, 5, 16, 23, 59, 59, 999)],
  ["last week", local(2026, 5, 14, 23, 59, 59, 999)],
  ["in March", local(2026, 2, 31, 23, 59, 59, 999)],
])("M5: %j is a moment, a day or a week its end", (text, moment) => {
  expect(momentOf(text, NOW)).toBe(moment);
});

test("M5: what is not over yet is known up to now", () => {
  expect(momentOf("this week", NOW)).toBe(NOW);
  expect(momentOf("today", NOW)).toBe(NOW);
});

test.each([
  "",
  "  ",
  "nonsense",
  "2026-02-30",
  "2025-02-29",
  "2026-02-31T10:00",
  "2026-13-01",
  "0000-00-00",
  "2026-03-14T25:00",
])("M5: %j names no time", (text) => {
  expect(momentOf(text, NOW)).toBeUndefined();
});
