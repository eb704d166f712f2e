import { isoTime } from "../../core/index.ts";
import { askedTime } from "../time/asked-time.ts";

const ISO = /^\d{4}(?:-\d\d(?:-\d\d(?<time>[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?)?)?$/;
const YEAR = /^\d{4}$/;
const MONTH = /^\d{4}-\d\d$/;

/** A 30th of February is no day, though it is read as one of March. */
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

function dated(given: string, time: string | undefined): number | undefined {
  const day = lastDayOf(given.slice(0, 10));
  const moment = day === undefined ? Number.NaN : Date.parse(time === undefined ? `${day}T23:59:59.999` : given);
  return Number.isNaN(moment) ? undefined : moment;
}

function inWords(given: string, now: number): number | undefined {
  if (/^now$/i.test(given)) return now;
  const asked = askedTime(given, now);
  // "Five days ago" names about five days ago: here its middle is meant, as of "last week" the end.
  return asked && (asked.isAgo ? (asked.from + asked.to) / 2 : asked.to - 1);
}

/**
 * The moment that somebody means who asks what was known then: a time, or the end of the day, month or year that a date
 * or words such as "last week" name. What is not over yet is known up to now.
 */
export function momentOf(text: string, now: number): number | undefined {
  const given = text.trim();
  const iso = ISO.exec(given);
  const moment = iso ? dated(given, iso.groups?.time) : inWords(given, now);
  return moment === undefined ? undefined : Math.min(moment, now);
}
