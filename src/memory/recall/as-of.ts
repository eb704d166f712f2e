import { isoTime } from "../../core/index.ts";
import { askedTime } from "../time/asked-time.ts";

const ISO = /^\d{4}(?:-\d\d(?:-\d\d(?<time>[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?)?)?$/;
const YEAR = /^\d{4}$/;
const MONTH = /^\d{4}-\d\d$/;

/** `Date.parse` reads a 30th of February as a day in March. */
function isDay(day: string): boolean {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight) && isoTime(midnight).startsWith(day);
}

/** The last day of what a date begins with: a year, a month, or itself. */
function lastDayOf(date: string): string | undefined {
  if (YEAR.test(date)) return lastDayOf(`${date}-12`);
  if (MONTH.test(date)) return [31, 30, 29, 28].map((day) => `${date}-${day}`).find(isDay);
  return isDay(date) ? date : undefined;
}

function dated(text: string, time: string | undefined): number | undefined {
  const day = lastDayOf(text.slice(0, 10));
  const moment = day === undefined ? Number.NaN : Date.parse(time === undefined ? `${day}T23:59:59.999` : text);
  return Number.isNaN(moment) ? undefined : moment;
}

function inWords(text: string, now: number): number | undefined {
  if (/^now$/i.test(text)) return now;
  const asked = askedTime(text, now);
  // "Five days ago" means its middle, "last week" its end.
  return asked && (asked.isAgo ? (asked.from + asked.to) / 2 : asked.to - 1);
}

/**
 * The moment of an "as of" question: a time, or the end of the day, month or year that a date or words such as "last
 * week" name, at most now.
 */
export function momentOf(text: string, now: number): number | undefined {
  const trimmed = text.trim();
  const iso = ISO.exec(trimmed);
  const moment = iso ? dated(trimmed, iso.groups?.time) : inWords(trimmed, now);
  return moment === undefined ? undefined : Math.min(moment, now);
}
