import { dayOf, monthOf, type Span, yearOf } from "./calendar.ts";
import { FEASTS, type Yearly } from "./feasts.ts";
import {
  behindFillers,
  type Context,
  type Found,
  isRole,
  isYear,
  modifierAt,
  modifierBehind,
  type Sight,
  standsAlone,
  termAt,
} from "./reading.ts";

interface Thing {
  readonly in: Yearly;
  readonly next: number;
  /** Whether the words alone tell that a time is meant. */
  readonly sure: boolean;
}

/** 7 May, 7th of May, May 7. */
function dayInMonth(sight: Sight, at: number, context: Context): Thing | undefined {
  const before = termAt(sight, at, "number");
  if (before && before.value <= 31) {
    const behind = isRole(sight, at + 1, "nth") ? at + 2 : at + 1;
    const next = behindFillers(sight, behind);
    const month = termAt(sight, next, "month");
    // "the second may come": a number in words says less than one in figures.
    if (month && (before.digits || next > behind || (context !== "none" && before.ordinal)))
      return { in: (year) => dayOf(year, month.month, before.value), next: next + 1, sure: true };
  }
  const month = termAt(sight, at, "month");
  if (!month || !sight.language.monthFirst) return undefined;
  const next = isRole(sight, at + 1, "the", "of") ? at + 2 : at + 1;
  const day = termAt(sight, next, "number");
  if (!day?.digits || day.value > 31) return undefined;
  const marked = day.ordinal || isRole(sight, next + 1, "nth");
  const yearFollows = yearAt(sight, next + 1) !== undefined;
  // "in May 30 tests failed" names a month, "they march 2 miles" nothing.
  if (!marked && !yearFollows && (context === "in" || isRole(sight, next + 1, "ago"))) return undefined;
  const spelt = month.sure || sight.terms[at]?.capital === true || standsAlone(sight, next + 1);
  const sure = spelt || marked || yearFollows;
  const end = isRole(sight, next + 1, "nth") ? next + 2 : next + 1;
  return { in: (year) => dayOf(year, month.month, day.value), next: end, sure };
}

function thingAt(sight: Sight, at: number, context: Context): Thing | undefined {
  const day = dayInMonth(sight, at, context);
  if (day) return day;
  // The month of May.
  const named = termAt(sight, at, "unit")?.unit === "month" && isRole(sight, at + 1, "of") ? at + 2 : at;
  const month = termAt(sight, named, "month");
  if (month) {
    // Whose opinion is May's? A person's.
    if (!month.sure && sight.terms[named + 1]?.text === "s") return undefined;
    return { in: (year) => monthOf(year, month.month), next: named + 1, sure: month.sure || named > at };
  }
  const season = termAt(sight, at, "season");
  if (season) return { in: (year) => monthOf(year, 2 + 3 * season.season, 3), next: at + 1, sure: false };
  const quarter = termAt(sight, at, "quarter");
  if (quarter) return { in: (year) => monthOf(year, 3 * quarter.quarter, 3), next: at + 1, sure: false };
  const feast = termAt(sight, at, "feast");
  if (feast) return { in: FEASTS[feast.feast], next: at + 1, sure: feast.feast !== "easter" };
  const nth = termAt(sight, at, "number");
  if (nth && nth.value >= 1 && nth.value <= 4 && termAt(sight, at + 1, "unit")?.unit === "quarter")
    return { in: (year) => monthOf(year, 3 * (nth.value - 1), 3), next: at + 2, sure: false };
  return undefined;
}

interface Year {
  readonly year: number;
  readonly next: number;
  /** Told from now, and so not meant for what is to come. */
  readonly told: boolean;
}

/** A year in figures, or the last, or this one. */
function yearAt(sight: Sight, at: number): Year | undefined {
  const start = behindFillers(sight, at, true);
  const isYearUnit = (place: number) => termAt(sight, place, "unit")?.unit === "year";
  const word = isYearUnit(start) && termAt(sight, start + 1, "number") ? start + 1 : start;
  const number = termAt(sight, word, "number");
  if (number?.digits && isYear(sight, number.value))
    return { year: number.value, next: isYearUnit(word + 1) ? word + 2 : word + 1, told: false };
  const before = modifierAt(sight, start);
  if (before && isYearUnit(before.next)) return toldYear(sight, before.back, before.next + 1);
  const behind = isYearUnit(start) ? modifierBehind(sight, start + 1) : undefined;
  return behind && toldYear(sight, behind.back, behind.next);
}

const toldYear = ({ now }: Sight, back: number, next: number): Year => ({ year: yearOf(now) - back, next, told: true });

function inYear({ now }: Sight, thing: Thing, { year, told }: Year): Span | undefined {
  const span = thing.in(year);
  return span && told && span.from > now ? undefined : span;
}

/** The latest that had begun by a time, or the latest but some that had ended. */
export function latest(yearly: Yearly, now: number, back: number): Span | undefined {
  let left = Math.max(back, 1);
  // A leap day is at most eight years away.
  for (let year = yearOf(now) + 1; year >= yearOf(now) - 9; year--) {
    const span = yearly(year);
    if (span && (back > 0 ? span.to <= now : span.from <= now) && --left === 0) return span;
  }
  return undefined;
}

/** In English only a name has a capital: "in Spring" speaks of the framework. */
const isProduct = (sight: Sight, at: number): boolean =>
  sight.language.locale === "en" && sight.terms[at]?.capital === true && termAt(sight, at, "season") !== undefined;

/** A day, month, season, quarter or feast, with its year or without. */
export function yearly(sight: Sight, at: number, context: Context): Found | undefined {
  const past = isRole(sight, at, "past") ? { back: 1, next: at + 1 } : undefined;
  const before = modifierAt(sight, at) ?? past;
  const thing = thingAt(sight, before?.next ?? at, before ? "of" : context);
  if (!thing) return undefined;
  const year = yearAt(sight, thing.next);
  const dated = year && inYear(sight, thing, year);
  if (year) return dated && { ...dated, next: year.next };
  const behind = modifierBehind(sight, thing.next);
  if (!before && isProduct(sight, at)) return undefined;
  if (!thing.sure && !before && !behind && context === "none") return undefined;
  const span = latest(thing.in, sight.now, before?.back ?? behind?.back ?? 0);
  return span && { ...span, next: behind?.next ?? thing.next, loose: true };
}

/** 2023年5月7日, last year in March. */
export function yearFirst(sight: Sight, at: number): Found | undefined {
  const year = yearAt(sight, at);
  if (!year) return undefined;
  const thing = thingAt(sight, behindFillers(sight, year.next, true), "of");
  const span = thing && inYear(sight, thing, year);
  return thing && span && { ...span, next: thing.next };
}
