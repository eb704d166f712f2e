import type { Unit } from "./calendar.ts";

/** What a phrase says of the time that its slots name. */
export const POINT_KINDS = [
  ...([
    "today",
    "yesterday",
    "dayBeforeYesterday",
    "recently",
    "ago",
    "untilNow",
    "this",
    "last",
    "beforeLast",
  ] as const),
  ...(["weekend", "weekday", "lastWeekday", "weekdayOfLastWeek", "month", "monthOfLastYear", "date"] as const),
  ...(["dayOfMonth", "year"] as const),
] as const;
export type PointKind = (typeof POINT_KINDS)[number];

export const RANGE_KINDS = ["since", "before", "after", "until", "between", "unitBefore", "unitAfter"] as const;
export type RangeKind = (typeof RANGE_KINDS)[number];

/**
 * How one language names times. Phrases are set apart by commas, their words by spaces: `a|b` is either word, `a~` may
 * be left out, and {n}, {unit}, {weekday}, {month}, {year} and {d}, the day of a month, stand for what they name. Words
 * may be regular expressions.
 */
export interface Language {
  readonly locale: string;
  /** Some of its commonest words: they tell which language a question is in. */
  readonly common: string;
  /** From one on. */
  readonly numbers: string;
  readonly few: string;
  readonly units: Readonly<Record<Unit, string>>;
  /** From January and from Monday on, where the names that `Intl` has are not enough. */
  readonly months?: string;
  /** From spring on; they stand wherever a month may. */
  readonly seasons: string;
  readonly weekdays?: string;
  readonly points: Readonly<Partial<Record<PointKind, string>>>;
  /** With {point} for each of the times that they bind. */
  readonly ranges: Readonly<Partial<Record<RangeKind, string>>>;
  /** Before or behind a time that is to come, or comes again and again. */
  readonly ahead: string;
  /** Whether words are written without spaces between them. */
  readonly isUnspaced?: boolean;
}
