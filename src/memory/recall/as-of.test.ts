import { expect, test } from "vitest";
import { momentOf } from "./as-of.ts";

const NOW = new Date(2026, 5, 17, 12).getTime();
const local = (...parts: [number, number, number, number?, number?, number?, number?]) => new Date(...parts).getTime();

test.each([
  ["2026-03-14", local(2026, 2, 14, 23, 59, 59, 999)],
  ["2024-02-29", local(2024, 1, 29, 23, 59, 59, 999)],
  ["2026-03", local(2026, 2, 31, 23, 59, 59, 999)],
  ["2026-3", local(2026, 2, 31, 23, 59, 59, 999)],
  ["2024-02", local(2024, 1, 29, 23, 59, 59, 999)],
  ["2025-02", local(2025, 1, 28, 23, 59, 59, 999)],
  ["2025", local(2025, 11, 31, 23, 59, 59, 999)],
  [" 2026-03-14 09:30 ", local(2026, 2, 14, 9, 30)],
  ["2026-03-14T09:30Z", Date.UTC(2026, 2, 14, 9, 30)],
  ["2026-03-14T09:30:15.250Z", Date.UTC(2026, 2, 14, 9, 30, 15, 250)],
  ["2026-03-14T09:30+02:00", Date.UTC(2026, 2, 14, 7, 30)],
  ["yesterday", local(2026, 5, 16, 23, 59, 59, 999)],
  ["last week", local(2026, 5, 14, 23, 59, 59, 999)],
  ["in March", local(2026, 2, 31, 23, 59, 59, 999)],
])("M5: %j is a moment, a day, a week, a month or a year its end", (text, moment) => {
  expect(momentOf(text, NOW)).toBe(moment);
});

test.each(["this week", "today", "2026-06-17", "2026-06", "2026", "2031", "2026-06-17T23:00"])(
  "M5: %j is not over yet, and known up to now",
  (text) => expect(momentOf(text, NOW)).toBe(NOW),
);

test.each([
  "",
  "  ",
  "nonsense",
  "2026-02-30",
  "2025-02-29",
  "2026-02-31T10:00",
  "2026-13-01",
  "2026-13",
  "2026-00",
  "202",
  "20260",
  "0000-00-00",
  "2026-03-14T25:00",
])("M5: %j names no time", (text) => {
  expect(momentOf(text, NOW)).toBeUndefined();
});
