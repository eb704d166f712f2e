import type { Language } from "./language.ts";
import type { Term } from "./terms.ts";

/** A name as long as this is no other word in any of the languages: `february` is a month, `march` and `mai` may be anything. */
const UNMISTAKABLE = 7;

/** The names that `Intl` gives: of the twelve months of a year, or of the seven days from a Monday on. */
function intlNames(locale: string, options: Intl.DateTimeFormatOptions): string[] {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
  const days = options.weekday
    ? Array.from({ length: 7 }, (_, day) => Date.UTC(2024, 0, 1 + day))
    : Array.from({ length: 12 }, (_, month) => Date.UTC(2024, month, 1));
  return days.map((day) => {
    const part = format.formatToParts(day).find(({ type }) => type === "month" || type === "weekday");
    return (part?.value ?? "").replace(/\.$/, "");
  });
}

/** How a Russian month stands after в, с, к and между: the ending changes, and with it only that. */
function russianForms(name: string): string[] {
  const stem = name.replace(/[ьй]$/, "");
  const endings = stem === name ? ["а", "е", "у", "ом"] : ["я", "е", "ю", "ем"];
  return endings.map((ending) => stem + ending);
}

const list = (entry: string | undefined): string[] => (entry ? entry.split(",").map((name) => name.trim()) : []);

/** Every name of a month or a weekday in a language, with what it means. */
export function* namesOf(language: Language): Generator<readonly [string, Term]> {
  const { locale } = language;
  const unwanted = new Set(language.notNames?.split(" "));
  const wanted = (name: string): boolean => name !== "" && !unwanted.has(name) && !/^\d/.test(name);

  const months = intlNames(locale, { month: "long" });
  const inDates = intlNames(locale, { month: "long", day: "numeric" });
  const shortMonths = intlNames(locale, { month: "short", day: "numeric" });
  const shortAlone = intlNames(locale, { month: "short" });
  for (const [month, name] of months.entries()) {
    const long = [name, inDates[month] ?? "", ...list(language.months?.[month])];
    if (locale === "ru") long.push(...russianForms(name));
    for (const form of new Set(long.filter(wanted)))
      yield [form, { kind: "month", month, sure: form.length >= UNMISTAKABLE || locale === "zh", short: false }];
    const short = new Set([shortMonths[month] ?? "", shortAlone[month] ?? ""].filter(wanted));
    for (const form of short) {
      if (long.includes(form)) continue;
      yield [form, { kind: "month", month, sure: false, short: true }];
      yield [`${form} .`, { kind: "month", month, sure: false, short: true }];
    }
  }

  const weekdays = intlNames(locale, { weekday: "long" });
  const shortWeekdays = intlNames(locale, { weekday: "short" });
  for (const [weekday, name] of weekdays.entries()) {
    const sure = language.bareWeekdays;
    for (const form of [name, ...list(language.weekdays?.[weekday])].filter(wanted))
      yield [form, { kind: "weekday", weekday, sure, short: false }];
    const short = shortWeekdays[weekday] ?? "";
    if (language.shortWeekdays && wanted(short)) {
      // A Chinese short name is as plain as the long one.
      const plain = locale === "zh";
      yield [short, { kind: "weekday", weekday, sure: plain, short: !plain }];
    }
  }
}
