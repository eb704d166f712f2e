import type { Unit } from "./calendar.ts";

/** Words that bind times together, by what they do; which words they are, each language says. */
export type Role =
  | "in"
  | "on"
  | "of"
  | "the"
  | "last"
  | "beforeLast"
  | "past"
  | "this"
  | "ago"
  | "since"
  | "before"
  | "after"
  | "until"
  /** What joins the ends of a range and alone says nothing. */
  | "to"
  | "between"
  | "and"
  | "from"
  | "around"
  | "start"
  | "middle"
  | "end"
  | "few"
  | "nth"
  | "sinceThen"
  | "beforeThen"
  | "afterThen"
  /** What says that the time named next is to come, or comes again and again. */
  | "ahead"
  | "aheadThen";

export type Feast = "christmas" | "newYear" | "easter" | "pentecost" | "halloween" | "thanksgiving" | "valentine";

/** What a word or a few words of a question mean when they speak of time. */
export type Term =
  | { readonly kind: "role"; readonly role: Role }
  | { readonly kind: "number"; readonly value: number; readonly ordinal: boolean; readonly digits: boolean }
  | { readonly kind: "unit"; readonly unit: Unit; readonly many: boolean }
  | { readonly kind: "day"; readonly back: number }
  | { readonly kind: "hours"; readonly from: number; readonly to: number }
  /** Hours of a day that one word names: `anoche`, `今朝`. */
  | { readonly kind: "hoursOf"; readonly back: number; readonly from: number; readonly to: number }
  /** A sure name is no other word and needs no company; a short one needs a number or a preposition. */
  | { readonly kind: "month"; readonly month: number; readonly sure: boolean; readonly short: boolean }
  | { readonly kind: "weekday"; readonly weekday: number; readonly sure: boolean; readonly short: boolean }
  | { readonly kind: "season"; readonly season: number }
  | { readonly kind: "quarter"; readonly quarter: number }
  | { readonly kind: "feast"; readonly feast: Feast }
  | {
      readonly kind: "date";
      readonly year: number | undefined;
      readonly month: number;
      readonly day: number | undefined;
    }
  /** The days before today until today, or until now. */
  | { readonly kind: "lately"; readonly days: number; readonly untilNow: boolean }
  | { readonly kind: "small" }
  | { readonly kind: "comma" }
  | { readonly kind: "stop" }
  | { readonly kind: "other" };

const role = (name: Role): Term => ({ kind: "role", role: name });
const hours = (from: number, to: number): Term => ({ kind: "hours", from, to });
const season = (number: number): Term => ({ kind: "season", season: number });
const feast = (name: Feast): Term => ({ kind: "feast", feast: name });

/** What the entries of a language's table mean. */
export const MEANINGS = {
  in: role("in"),
  on: role("on"),
  of: role("of"),
  the: role("the"),
  last: role("last"),
  beforeLast: role("beforeLast"),
  past: role("past"),
  this: role("this"),
  ago: role("ago"),
  since: role("since"),
  before: role("before"),
  after: role("after"),
  until: role("until"),
  to: role("to"),
  between: role("between"),
  and: role("and"),
  from: role("from"),
  around: role("around"),
  start: role("start"),
  middle: role("middle"),
  end: role("end"),
  few: role("few"),
  nth: role("nth"),
  sinceThen: role("sinceThen"),
  beforeThen: role("beforeThen"),
  afterThen: role("afterThen"),
  ahead: role("ahead"),
  aheadThen: role("aheadThen"),
  today: { kind: "day", back: 0 },
  yesterday: { kind: "day", back: 1 },
  dayBeforeYesterday: { kind: "day", back: 2 },
  morning: hours(4, 12),
  noon: hours(11, 14),
  afternoon: hours(12, 18),
  evening: hours(17, 24),
  night: hours(20, 30),
  thisMorning: { kind: "hoursOf", back: 0, from: 4, to: 12 },
  thisEvening: { kind: "hoursOf", back: 0, from: 17, to: 24 },
  lastNight: { kind: "hoursOf", back: 1, from: 18, to: 30 },
  spring: season(0),
  summer: season(1),
  autumn: season(2),
  winter: season(3),
  christmas: feast("christmas"),
  newYear: feast("newYear"),
  easter: feast("easter"),
  pentecost: feast("pentecost"),
  halloween: feast("halloween"),
  thanksgiving: feast("thanksgiving"),
  valentine: feast("valentine"),
  earlierToday: { kind: "lately", days: 0, untilNow: true },
  otherDay: { kind: "lately", days: 7, untilNow: false },
  recently: { kind: "lately", days: 30, untilNow: true },
} as const satisfies Readonly<Record<string, Term>>;
export type Meaning = keyof typeof MEANINGS;
