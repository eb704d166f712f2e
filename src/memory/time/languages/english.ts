import type { Language } from "../language.ts";

export const ENGLISH: Language = {
  locale: "en",
  common:
    "the what when where who why how did do does was were is are have has had i you we it that with about in on of at for",
  numbers: "one|an?, two|(?:a )?couple(?: of)?, three, four, five, six, seven, eight, nine, ten, eleven, twelve",
  few: "a few|few|several|some",
  units: {
    ...{ weekend: "weekends?", month: "months?", year: "years?" },
    ...{ minute: "minutes?", hour: "hours?", day: "days?", week: "weeks?" },
  },
  seasons: "spring(?!\\sboot), summer, autumn|fall, winter",
  points: {
    today: "today, this morning|afternoon|evening",
    yesterday: "yesterday, last night",
    dayBeforeYesterday: "the~ day before yesterday",
    recently: "recently, lately, the other day",
    ago: "{n} {unit} ago",
    untilNow: "last|past {n} {unit}, past {unit}",
    this: "this|current {unit}",
    last: "last|previous {unit}(?!\\sof)",
    beforeLast: "{unit} before last",
    weekend: "at|over|on the weekend",
    weekday: "on~ {weekday}",
    lastWeekday: "last|past {weekday}",
    weekdayOfLastWeek: "on~ {weekday} of~ last week, last week on {weekday}",
    month: "in|during|last|of|early|mid|late the~ {month} of~ {year}~, {month} of~ {year}",
    monthOfLastYear: "in~ {month} of~ last year, last year in {month}",
    date: "on~ {weekday}~ the~ {d} of~ {month} {year}~, on {weekday}~ {month} {d} {year}~, {month} {d} {year}",
    dayOfMonth: "on the {d}(?!\\sof)",
    year: "in|during {year}, the~ year {year}",
  },
  ranges: {
    since: "since {point}",
    before: "before {point}",
    after: "after {point}",
    until: "until|till|through {point}",
    between: "between the~ {point} and the~ {point}, from {point} to|until|till {point}",
    unitBefore: "{n}~ {unit} before {point}",
    unitAfter: "{n}~ {unit} after {point}",
  },
  ahead: "next|coming|upcoming|every|each|by|until|till",
};
