import { DAY, HOUR, later, MINUTE, midnight, type Span, type Unit, unitAt } from "./calendar.ts";
import { behindFillers, type Found, isRole, type Sight, termAt } from "./reading.ts";

/** How many a few are at most. */
const FEW = 7;

interface Amount {
  readonly count: number;
  readonly few: boolean;
  readonly next: number;
}
export function amountAt(sight: Sight, at: number): Amount | undefined {
  if (isRole(sight, at, "few")) return { count: FEW, few: true, next: isRole(sight, at + 1, "of") ? at + 2 : at + 1 };
  const number = termAt(sight, at, "number");
  return number && { count: number.value, few: false, next: at + 1 };
}

/** The unit that a number counts; 日 counts days and names them. */
const countedAt = (sight: Sight, at: number): Unit | undefined =>
  termAt(sight, at, "unit")?.unit ?? (isRole(sight, at, "nth") ? "day" : undefined);

/** Half of what "ago" may miss, to both sides. */
const BLUR: Readonly<Record<Unit, number>> = {
  minute: 5 * MINUTE,
  hour: HOUR / 2,
  day: 0,
  week: 3 * DAY,
  weekend: 0,
  month: 15 * DAY,
  quarter: 45 * DAY,
  year: 182 * DAY,
};

function agoSpan(now: number, unit: Unit, { count, few }: Amount): Span {
  const whole = unit !== "minute" && unit !== "hour";
  const start = (wall: number) => (whole ? midnight(wall) : wall);
  if (few) return { from: start(later(now, unit, -FEW)), to: start(later(now, unit, -1)) };
  if (unit === "weekend") return unitAt(now, "weekend", -count);
  const then = start(later(now, unit, -count));
  return { from: then - BLUR[unit], to: then + BLUR[unit] + (whole ? DAY : 0) };
}

/** Two weeks ago, vor zwei Wochen, 三天前. */
export function ago(sight: Sight, at: number): Found | undefined {
  const leads = isRole(sight, at, "ago");
  const start = leads ? behindFillers(sight, at + 1) : at;
  const amount = amountAt(sight, start) ?? { count: 1, few: false, next: start };
  const unit = countedAt(sight, amount.next);
  // неделю назад is a week ago; "days ago" and 年前 are no time.
  const uncounted = amount.next === start;
  if (!unit || (uncounted && (leads || sight.language.locale !== "ru"))) return undefined;
  const trails = isRole(sight, amount.next + 1, "ago");
  if (!leads && !trails) return undefined;
  return { ...agoSpan(sight.now, unit, amount), next: amount.next + (trails ? 2 : 1) };
}

/** The units until now. */
export function untilNow({ now }: Sight, unit: Unit, count: number): Span {
  if (unit === "weekend") return { from: unitAt(now, unit, -count).from, to: now };
  const from = later(now, unit, -count);
  return { from: unit === "minute" || unit === "hour" ? from : midnight(from), to: now };
}

/** The last three days, les trois derniers jours, the past week, in den letzten Wochen. */
export function rolling(sight: Sight, at: number): Found | undefined {
  const start = isRole(sight, at, "this") && !isRole(sight, at, "past") ? at + 1 : at;
  const numberFirst = amountAt(sight, start);
  const word = numberFirst?.next ?? start;
  const past = isRole(sight, word, "past");
  if (!past && !isRole(sight, word, "last")) return undefined;
  const amount = numberFirst ?? amountAt(sight, word + 1);
  const place = numberFirst ? word + 1 : (amount?.next ?? word + 1);
  const unit = termAt(sight, place, "unit") ?? (amount && countedAt(sight, place) ? DAYS : undefined);
  // The last day is the last of something; only the last days are a time.
  if (!unit || !(amount || unit.many || (past && unit.unit !== "day"))) return undefined;
  const count = amount?.count ?? (unit.many ? FEW : 1);
  return { ...untilNow(sight, unit.unit, count), next: place + 1 };
}
const DAYS = { unit: "day", many: true } as const;

/** Since two weeks, as several languages say it. */
export function counted(sight: Sight, at: number): Found | undefined {
  const amount = amountAt(sight, behindFillers(sight, at));
  const unit = amount && countedAt(sight, amount.next);
  return unit && { ...untilNow(sight, unit, amount.count), next: amount.next + 1 };
}
