import { isoTime } from "../../core/index.ts";
import { askedTime } from "../time/asked-time.ts";

const ISO = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const AGO = /\bago\b|\bvor\b|\bil y a\b|\bhace\b|\bfa\b|\bhá\b|назад|前/i;

/** The moment that somebody means who asks what was known then: a date or a time, or words such as "last week" for its end. */
export function momentOf(text: string, now: number): number | undefined {
  const given = text.trim();
  if (ISO.test(given)) {
    // A 30th of February is no day, though it is read as one of March.
    const day = given.slice(0, 10);
    const midnight = Date.parse(`${day}T00:00:00Z`);
    if (Number.isNaN(midnight) || !isoTime(midnight).startsWith(day)) return undefined;
    const time = Date.parse(DAY.test(given) ? `${day}T23:59:59.999` : given);
    return Number.isNaN(time) ? undefined : time;
  }
  if (/^now$/i.test(given)) return now;
  const asked = askedTime(given, now);
  if (!asked) return undefined;
  // "Five days ago" names about five days ago: here its middle is meant, as of "last week" the end.
  return Math.min(AGO.test(asked.words) ? (asked.from + asked.to) / 2 : asked.to - 1, now);
}
