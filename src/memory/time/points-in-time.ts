import {
  DAY,
  dayOf,
  HOUR,
  later,
  latestWeekday,
  MINUTE,
  midnight,
  monthOf,
  type Span,
  type Unit,
  unitAt,
  yearOf,
} from "./calendar.ts";
import type { PointKind } from "./language.ts";
import type { Slots } from "./phrases.ts";

/** A loose one names no year: the latest is meant. */
export interface Point extends Span {
  readonly loose?: boolean;
  /** How specific it is: "recently" least, a year in figures most. */
  readonly rank?: 0 | 2;
  /** Its middle is meant. */
  readonly isAgo?: boolean;
}

/** The most that "a few" means. */
const FEW = 7;
const RECENT_DAYS = 30;
const FIRST_YEAR = 1970;
const MONTHS = 12;
const SEASONS = 4;
/** A leap day is at most eight years away. */
const YEARS_BACK = 9;

/** The tolerance of "ago" to either side. */
const BLUR: Readonly<Record<Unit, number>> = {
  ...{ minute: 5 * MINUTE, hour: HOUR / 2, day: 0, week: 3 * DAY, weekend: 0 },
  ...{ month: 15 * DAY, year: 182 * DAY },
};

const day = (from: number): Span => ({ from, to: from + DAY });
const loose = (span: Span | undefined): Point | undefined => span && { ...span, loose: true };
const ranked = (span: Span | undefined): Point | undefined => span && { ...span, rank: 2 };
const isClockUnit = (unit: Unit): boolean => unit === "minute" || unit === "hour";
const startOf = (wall: number, unit: Unit): number => (isClockUnit(unit) ? wall : midnight(wall));

function ago(now: number, unit: Unit, n: Slots["n"] = 1): Point {
  if (n === "few") return { from: startOf(later(now, unit, -FEW), unit), to: startOf(later(now, unit, -1), unit) };
  if (unit === "weekend") return unitAt(now, unit, -n);
  const then = startOf(later(now, unit, -n), unit);
  return { from: then - BLUR[unit], to: then + BLUR[unit] + (isClockUnit(unit) ? 0 : DAY), isAgo: true };
}

/** The unit so many back. On a Sunday "the weekend" is the current one, and "last weekend" the one that has ended. */
function unitBack(now: number, unit: Unit, back: number): Span | undefined {
  if (isClockUnit(unit) || unit === "day") return undefined;
  const shift = unit === "weekend" && unitAt(now, unit).to <= now ? 1 : 0;
  return unitAt(now, unit, Math.min(0, shift - back));
}

/** The latest that has begun. */
function latest(now: number, inYear: (year: number) => Span | undefined): Point | undefined {
  for (let year = yearOf(now); year >= yearOf(now) - YEARS_BACK; year--) {
    const span = inYear(year);
    if (span && span.from <= now) return loose(span);
  }
  return undefined;
}

function dayOfMonth(now: number, d: number): Point | undefined {
  for (let back = 0; back < 4; back++) {
    const { from } = unitAt(now, "month", -back);
    const span = dayOf(yearOf(from), new Date(from).getUTCMonth(), d);
    if (span && span.from <= now) return loose(span);
  }
  return undefined;
}

/** Seasons are numbered after the twelve months. */
const monthIn = (year: number, month: number): Span =>
  month < MONTHS ? monthOf(year, month) : monthOf(year, 2 + 3 * (month - MONTHS), 3);

export const isYear = (now: number, year: number): boolean => year >= FIRST_YEAR && year <= yearOf(now) + 1;

/** "The week before Easter Monday", "two days after the 7th": one unit long. */
export function adjacentUnit(point: Span, unit: Unit, shift: number): Span {
  if (unit === "weekend")
    return shift > 0 ? unitAt(point.to - DAY, unit, shift) : unitAt(point.from - DAY, unit, shift + 1);
  const from = shift > 0 ? later(point.to, unit, shift - 1) : later(point.from, unit, shift);
  return { from, to: later(from, unit, 1) };
}

/** The time that a phrase names, in wall-clock time. */
export function pointOf(kind: PointKind, slots: Slots, now: number): Point | undefined {
  const { n, unit = "day", weekday = 0, month = 0, year, d = 0 } = slots;
  const today = midnight(now);
  if (month < 0 || month >= MONTHS + SEASONS || (year !== undefined && !isYear(now, year))) return undefined;
  switch (kind) {
    case "today":
      return day(today);
    case "yesterday":
      return day(today - DAY);
    case "dayBeforeYesterday":
      return day(today - 2 * DAY);
    case "recently":
      return { from: today - RECENT_DAYS * DAY, to: now, rank: 0 };
    case "ago":
      return ago(now, unit, n);
    case "untilNow":
      return { from: startOf(later(now, unit, n === "few" ? -FEW : -(n ?? 1)), unit), to: now };
    case "this":
      return unitBack(now, unit, 0);
    case "last":
      return unitBack(now, unit, 1);
    case "beforeLast":
      return unitBack(now, unit, 2);
    case "weekend":
      return unitAt(now, "weekend");
    case "weekday":
      return loose(day(latestWeekday(weekday, now)));
    case "lastWeekday":
      return loose(day(latestWeekday(weekday, today - DAY)));
    case "weekdayOfLastWeek":
      return loose(day(unitAt(now, "week", -1).from + weekday * DAY));
    case "month":
      return year === undefined ? latest(now, (any) => monthIn(any, month)) : ranked(monthIn(year, month));
    case "monthOfLastYear":
      return monthIn(yearOf(now) - 1, month);
    case "date":
      return year === undefined ? latest(now, (any) => dayOf(any, month, d)) : ranked(dayOf(year, month, d));
    case "dayOfMonth":
      return dayOfMonth(now, d);
    case "year":
      return ranked(monthOf(year ?? 0, 0, 12));
  }
}
