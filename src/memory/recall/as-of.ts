import { isoTime } from "../../core/index.ts";
import { askedTime } from "../time/asked-time.ts";

const ISO = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

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
  const asked = askedTime(given, now);
  return asked && Math.min(asked.to - 1, now);
}
