import { DAY } from "./calendar.ts";

const clocks = new Map<string | undefined, Intl.DateTimeFormat>();

function clockOf(timeZone: string | undefined): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  const shown = { year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric" } as const;
  const clock = new Intl.DateTimeFormat("en-US", { timeZone, hourCycle: "h23", ...shown, second: "numeric" });
  clocks.set(timeZone, clock);
  return clock;
}

/** The wall-clock time of a zone at an instant. */
export function wallAt(instant: number, timeZone: string | undefined): number {
  const [month = 1, day = 1, year = 1970, hour = 0, minute = 0, second = 0] = (
    clockOf(timeZone).format(instant).match(/\d+/g) ?? []
  ).map(Number);
  const within = ((instant % 1000) + 1000) % 1000;
  return Date.UTC(year, month - 1, day, hour, minute, second) + within;
}

/**
 * The first instant of a wall-clock time. If the clock skips it, the instant of the skip, so that a day without a
 * midnight begins where the day before ends.
 */
export function instantAt(wall: number, timeZone: string | undefined): number {
  const offset = (instant: number) => wallAt(instant, timeZone) - instant;
  const before = offset(wall - DAY);
  const after = offset(wall + DAY);
  if (before === after) return wall - before;
  const fits = [wall - before, wall - after].filter((instant) => wallAt(instant, timeZone) === wall);
  return fits.length > 0 ? Math.min(...fits) : wall - before;
}
