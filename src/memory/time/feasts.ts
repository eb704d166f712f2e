import { DAY, easter, type Span } from "./calendar.ts";
import type { Feast } from "./terms.ts";

/** What comes once a year, unless the year has none: there is not always a 29th of February. */
export type Yearly = (year: number) => Span | undefined;

const days = (from: number, count: number): Span => ({ from, to: from + count * DAY });

export const FEASTS: Readonly<Record<Feast, Yearly>> = {
  christmas: (year) => days(Date.UTC(year, 11, 24), 3),
  newYear: (year) => days(Date.UTC(year - 1, 11, 31), 2),
  easter: (year) => days(easter(year) - 2 * DAY, 4),
  pentecost: (year) => days(easter(year) + 48 * DAY, 3),
  halloween: (year) => days(Date.UTC(year, 9, 31), 1),
  thanksgiving: (year) => days(Date.UTC(year, 10, 22 + ((11 - new Date(Date.UTC(year, 10, 1)).getUTCDay()) % 7)), 1),
  valentine: (year) => days(Date.UTC(year, 1, 14), 1),
};
