import type { Unit } from "./calendar.ts";

/** The meaning of a phrase with its slots. */
export const POINT_KINDS = [
  ...(["today", "yesterday", "dayBeforeYesterday", "recently", "ago", "untilNow"] as const),
  ...(["this", "last", "beforeLast"] as const),
  ...(["weekend", "weekday", "lastWeekday", "weekdayOfLastWeek", "month", "monthOfLastYear", "date"] as const),
  ...(["dayOfMonth", "year"] as const),
] as const;
export type PointKind = (typeof POINT_KINDS)[number];

export const RANGE_KINDS = ["since", "before", "after", "until", "between", "unitBefore", "unitAfter"] as const;
export type RangeKind = (typeof RANGE_KINDS)[number];

/**
 * How one language names times. Phrases are separated by commas, words by spaces: `a|b` is either word, `a~` is
 * optional, and {n}, {unit}, {weekday}, {month}, {year} and {d} (day of the month) are slots. Words may be regular
 * expressions.
 */
export interface Language {
  readonly locale: string;
  /** Common words, to detect the language of a question. */
  readonly common: string;
  /** From one on. */
  readonly numbers: string;
  readonly few: string;
  readonly units: Readonly<Record<Unit, string>>;
  /** From January and from Monday on; they add to the names of `Intl`. */
  readonly months?: string;
  /** From spring on; allowed wherever a month is. */
  readonly seasons: string;
  readonly weekdays?: string;
  readonly points: Readonly<Partial<Record<PointKind, string>>>;
  /** With {point} for each time. */
  readonly ranges: Readonly<Partial<Record<RangeKind, string>>>;
  /** Words before or after a future or recurring time. */
  readonly ahead: string;
  /** Whether words are written without spaces between them. */
  readonly isUnspaced?: boolean;
}
