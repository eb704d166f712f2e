import { DAY, HOUR, latestWeekday, midnight, unitAt } from "./calendar.ts";
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
import { dayDated, unitRef } from "./units.ts";

/** Yesterday evening, last night, this morning, recently. */
export function dayWord(sight: Sight, at: number): Found | undefined {
  const today = midnight(sight.now);
  const day = termAt(sight, at, "day");
  if (day) {
    const from = today - day.back * DAY;
    const found = withHours(sight, { from, to: from + DAY, next: at + 1 });
    return found && found.from <= sight.now ? found : undefined;
  }
  const named = termAt(sight, at, "hoursOf");
  const modifier = modifierAt(sight, at);
  const hours = named ?? (modifier && termAt(sight, modifier.next, "hours"));
  if (hours) {
    const base = today - (named?.back ?? modifier?.back ?? 0) * DAY;
    const next = named ? at + 1 : at + 2;
    // What was this evening, nobody knows at noon.
    if (base + hours.from * HOUR > sight.now) return undefined;
    return { from: base + hours.from * HOUR, to: base + hours.to * HOUR, next };
  }
  const lately = termAt(sight, at, "lately");
  return lately && { from: today - lately.days * DAY, to: lately.untilNow ? sight.now : today, next: at + 1 };
}

/** On Monday, last Friday morning, Tuesday of last week, Monday 7 May. */
export function weekday(sight: Sight, at: number, context: Context): Found | undefined {
  const past = isRole(sight, at, "past") ? { back: 1, next: at + 1 } : undefined;
  const before = modifierAt(sight, at) ?? past;
  const place = before?.next ?? at;
  const term = termAt(sight, place, "weekday");
  if (!term) return undefined;
  const behind = modifierBehind(sight, place + 1);
  const vouched = before !== undefined || behind !== undefined || context !== "none";
  const date = dayDated(sight, behindFillers(sight, place + 1, true));
  if (date) return withHours(sight, date);
  if (!vouched && !term.sure) return undefined;
  const placed = sight.terms[place];
  if (term.short && (!vouched || !(placed?.capital || (placed?.text.charCodeAt(0) ?? 0) > 0x400))) return undefined;

  const week = unitRef(sight, behindFillers(sight, place + 1));
  const back = before?.back ?? behind?.back ?? 0;
  // 上周一 is the Monday of the last week, where "last Monday" can be one of this.
  const ofWeek =
    week?.unit === "week"
      ? week
      : before && back > 0 && sight.language.locale === "zh"
        ? unitAt(sight.now, "week", -back)
        : undefined;
  const from = ofWeek
    ? ofWeek.from + term.weekday * DAY
    : latestWeekday(term.weekday, back > 0 ? midnight(sight.now) - DAY : sight.now) - Math.max(0, back - 1) * 7 * DAY;
  const next = week?.unit === "week" ? week.next : (behind?.next ?? place + 1);
  const found = withHours(sight, { from, to: from + DAY, next, loose: true });
  const early = found !== undefined && !ofWeek && found.from > sight.now ? 7 * DAY : 0;
  return found && { ...found, from: found.from - early, to: found.to - early };
}
