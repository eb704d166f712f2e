import { DAY, later, type Span, type Unit, unitAt, weekdayOf } from "./calendar.ts";
import { amountAt } from "./counted.ts";
import { dayAlone, figures } from "./dated.ts";
import {
  behindFillers,
  type Context,
  type Found,
  isRole,
  modifierAt,
  modifierBehind,
  type Sight,
  termAt,
  withHours,
} from "./reading.ts";
import { yearFirst, yearly } from "./yearly.ts";

export function unitRef(
  sight: Sight,
  at: number,
): (Found & { readonly unit: Unit; readonly back: number }) | undefined {
  const before = modifierAt(sight, at);
  const place = before?.next ?? at;
  const term = termAt(sight, place, "unit");
  if (!term || term.many || term.unit === "day" || term.unit === "hour" || term.unit === "minute") return undefined;
  const modifier = before ?? modifierBehind(sight, place + 1);
  if (!modifier) return undefined;
  // On a Sunday the weekend is this one, and the last one is the one that has ended.
  const shift = term.unit === "weekend" && unitAt(sight.now, "weekend").to <= sight.now ? 1 : 0;
  const span = unitAt(sight.now, term.unit, Math.min(0, shift - modifier.back));
  return { ...span, unit: term.unit, back: modifier.back, next: before ? place + 1 : modifier.next };
}

/** The 3rd of last month. */
export function dayOfUnit(sight: Sight, at: number): Found | undefined {
  const number = termAt(sight, at, "number");
  if (!number?.digits || number.value < 1 || number.value > 31) return undefined;
  const month = unitRef(sight, behindFillers(sight, at + 1));
  const from = (month?.from ?? 0) + (number.value - 1) * DAY;
  if (month?.unit !== "month" || from >= month.to) return undefined;
  return { from, to: from + DAY, next: month.next, loose: true };
}

/** The first week of May, the last week of May 2023. */
export function weekOfMonth(sight: Sight, at: number): Found | undefined {
  const number = termAt(sight, at, "number");
  const last = isRole(sight, at, "last", "past");
  if (!last && !(number?.ordinal && number.value >= 1 && number.value <= 4)) return undefined;
  if (termAt(sight, at + 1, "unit")?.unit !== "week" || !isRole(sight, at + 2, "of")) return undefined;
  const month = yearly(sight, at + 3, "of");
  if (!month || month.to - month.from < 28 * DAY) return undefined;
  const from = last ? month.to - 7 * DAY : month.from + ((number?.value ?? 1) - 1) * 7 * DAY;
  return { ...month, from, to: from + 7 * DAY };
}

/** Last week, this year, la semaine dernière; and a day in it. */
export function calendarUnit(sight: Sight, at: number, context: Context): Found | undefined {
  const ref = unitRef(sight, at);
  if (ref) {
    const inside = behindFillers(sight, ref.next);
    const weekday = ref.unit === "week" ? termAt(sight, inside, "weekday") : undefined;
    if (weekday && !weekday.short) {
      const from = ref.from + weekday.weekday * DAY;
      return withHours(sight, { from, to: from + DAY, next: inside + 1, loose: true });
    }
    const day = ref.unit === "month" ? termAt(sight, inside, "number") : undefined;
    if (day?.digits && day.value >= 1 && day.value <= 31 && isRole(sight, inside + 1, "nth")) {
      const from = ref.from + (day.value - 1) * DAY;
      if (from < ref.to) return { from, to: from + DAY, next: inside + 2, loose: true };
    }
    return { from: ref.from, to: ref.to, next: ref.next };
  }
  const unit = termAt(sight, at, "unit");
  if (unit?.unit === "week" || unit?.unit === "weekend") {
    const of = isRole(sight, at + 1, "of", "on", "from") ? behindFillers(sight, at + 1) : at;
    const day = of > at ? dayDated(sight, of) : undefined;
    if (day) return { ...around(day.from, unit.unit), next: day.next };
  }
  const vouched = context !== "none" || sight.language.postpositions;
  return unit?.unit === "weekend" && vouched ? { ...unitAt(sight.now, "weekend"), next: at + 1 } : undefined;
}

export function dayDated(sight: Sight, at: number): Found | undefined {
  for (const read of [yearFirst, yearly, figures, dayAlone]) {
    const found = read(sight, at, "on");
    if (found && found.to - found.from === DAY) return found;
  }
  return undefined;
}

/** The week of a day, or the weekend next to it. */
function around(day: number, unit: "week" | "weekend"): Span {
  return unit === "week" ? unitAt(day, "week") : unitAt(day + (weekdayOf(day) >= 2 ? 3 * DAY : 0), "weekend");
}

/** The week before Christmas, two days after 7 May. */
export function besideDate(sight: Sight, at: number): Found | undefined {
  const amount = amountAt(sight, at);
  const place = amount?.next ?? at;
  const unit = termAt(sight, place, "unit");
  const after = isRole(sight, place + 1, "after");
  if (!unit || !(after || isRole(sight, place + 1, "before"))) return undefined;
  const start = behindFillers(sight, place + 2);
  const date = yearFirst(sight, start) ?? yearly(sight, start, "on") ?? figures(sight, start, "on");
  if (!date) return undefined;
  const { count } = amount ?? { count: 1 };
  return { ...beside(date, unit.unit, after ? count : -count), next: date.next, loose: date.loose };
}

function beside(date: Span, unit: Unit, shift: number): Span {
  if (unit === "weekend")
    return shift > 0 ? unitAt(date.to - DAY, unit, shift) : unitAt(date.from - DAY, unit, shift + 1);
  const edge = shift > 0 ? later(date.to, unit, shift - 1) : later(date.from, unit, shift);
  return { from: edge, to: later(edge, unit, 1) };
}
