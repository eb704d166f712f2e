/*
 * Times here are wall-clock times: milliseconds as if the clock were in UTC. Days and months are then plain arithmetic,
 * and only the two ends of a result are converted to instants of the time zone.
 */

export interface Span {
  readonly from: number;
  readonly to: number;
}
/** Weekends before weeks: in some languages their names begin alike. */
export const UNITS = ["minute", "hour", "day", "weekend", "week", "month", "year"] as const;
export type Unit = (typeof UNITS)[number];

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
const LENGTHS = { minute: MINUTE, hour: HOUR, day: DAY, week: 7 * DAY, weekend: 7 * DAY } as const;
const MONTHS = { month: 1, year: 12 } as const;

export const midnight = (wall: number): number => Math.floor(wall / DAY) * DAY;
export const yearOf = (wall: number): number => new Date(wall).getUTCFullYear();
/** Monday is 0. */
const weekdayOf = (wall: number): number => (new Date(wall).getUTCDay() + 6) % 7;
export const latestWeekday = (weekday: number, wall: number): number =>
  midnight(wall) - ((weekdayOf(wall) - weekday + 7) % 7) * DAY;

const isMonths = (unit: Unit): unit is keyof typeof MONTHS => unit in MONTHS;

/** The 31st of January plus a month is the last of February. */
export function later(wall: number, unit: Unit, count: number): number {
  if (!isMonths(unit)) return wall + count * LENGTHS[unit];
  const date = new Date(wall);
  const month = date.getUTCMonth() + count * MONTHS[unit];
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const day = Math.min(date.getUTCDate(), lastDay);
  return Date.UTC(date.getUTCFullYear(), month, day) + (wall - midnight(wall));
}

function beginning(wall: number, unit: Unit): number {
  if (unit === "week") return latestWeekday(0, wall);
  if (unit === "weekend") return latestWeekday(5, wall);
  if (!isMonths(unit)) return Math.floor(wall / LENGTHS[unit]) * LENGTHS[unit];
  const month = new Date(wall).getUTCMonth();
  return Date.UTC(yearOf(wall), month - (month % MONTHS[unit]), 1);
}

/** The calendar unit of a time, or one before or after it. */
export function unitAt(wall: number, unit: Unit, shift = 0): Span {
  const from = later(beginning(wall, unit), unit, shift);
  return { from, to: unit === "weekend" ? from + 2 * DAY : later(from, unit, 1) };
}

/** A day of a month, unless the month has no such day. */
export function dayOf(year: number, month: number, day: number): Span | undefined {
  const from = Date.UTC(year, month, day);
  return new Date(from).getUTCDate() === day && day > 0 ? { from, to: from + DAY } : undefined;
}

export const monthOf = (year: number, month: number, months = 1): Span => ({
  from: Date.UTC(year, month, 1),
  to: Date.UTC(year, month + months, 1),
});
