import { dayOf, monthOf } from "./calendar.ts";
import { type Context, type Found, isRole, isYear, type Sight, standsAlone, termAt } from "./reading.ts";
import { latest } from "./yearly.ts";

/** 14-го needs no preposition; a number that a full stop follows is not meant so. */
const RUSSIAN_ORDINAL = /\D$/;

/** in 2022, the year 2022, 2022 году. */
export function yearAlone(sight: Sight, at: number, context: Context): Found | undefined {
  const number = termAt(sight, at, "number");
  const named = termAt(sight, number ? at + 1 : at, "unit")?.unit === "year";
  const year = number ?? (named ? termAt(sight, at + 1, "number") : undefined);
  if (!year?.digits || !isYear(sight, year.value)) return undefined;
  const next = named ? at + 2 : at + 1;
  const vouched = context === "in" || context === "range" || (context === "of" && standsAlone(sight, next));
  return named || vouched ? { ...monthOf(year.value, 0, 12), next } : undefined;
}

/** 2023-05-07, 05/2023, and on 7.5. */
export function figures(sight: Sight, at: number, context: Context): Found | undefined {
  const date = termAt(sight, at, "date");
  if (!date) return undefined;
  const { year, month, day } = date;
  if (year === undefined) {
    if (day === undefined || context === "none" || context === "of") return undefined;
    const span = latest((any) => dayOf(any, month, day), sight.now, 0);
    return span && { ...span, next: at + 1, loose: true };
  }
  const span = day === undefined ? monthOf(year, month) : dayOf(year, month, day);
  return isYear(sight, year) && span ? { ...span, next: at + 1 } : undefined;
}

/** The 14th: of the latest month that had one by now. */
export function dayAlone(sight: Sight, at: number, context: Context): Found | undefined {
  const number = termAt(sight, at, "number");
  if (!number?.digits || number.value < 1 || number.value > 31) return undefined;
  const marked = isRole(sight, at + 1, "nth");
  const next = marked ? at + 2 : at + 1;
  const alone = standsAlone(sight, next) || isRole(sight, next, "in", "on", "and", "until", "to");
  const { locale } = sight.language;
  const vouched =
    (context === "on" && (number.ordinal || locale !== "en")) ||
    (number.ordinal && (context === "in" || (locale === "ru" && RUSSIAN_ORDINAL.test(sight.terms[at]?.text ?? ""))));
  const japanese = marked && isRole(sight, next, "of");
  if (context !== "range" && !japanese && !(alone && (marked || vouched))) return undefined;
  const today = new Date(sight.now);
  for (let month = today.getUTCMonth(); month > today.getUTCMonth() - 4; month--) {
    const first = new Date(Date.UTC(today.getUTCFullYear(), month, 1));
    const span = dayOf(first.getUTCFullYear(), first.getUTCMonth(), number.value);
    if (span && span.from <= sight.now) return { ...span, next, loose: true };
  }
  return undefined;
}
