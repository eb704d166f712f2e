import { folded } from "../../text/index.ts";
import { UNITS, type Unit } from "./calendar.ts";
import { type Language, POINT_KINDS, type PointKind, RANGE_KINDS, type RangeKind } from "./language.ts";

/** The parsed slots of a phrase. */
export interface Slots {
  /** Missing means one. */
  readonly n?: number | "few" | undefined;
  readonly unit?: Unit | undefined;
  /** Monday is 0. */
  readonly weekday?: number | undefined;
  /** January is 0, and spring 12. */
  readonly month?: number | undefined;
  readonly year?: number | undefined;
  readonly d?: number | undefined;
}

export interface Phrase {
  readonly kind: PointKind;
  /** Sticky. */
  readonly pattern: RegExp;
}

/** The words before, between and after the times of a range; sticky. */
export interface RangePhrase {
  readonly kind: RangeKind;
  readonly parts: readonly RegExp[];
}

/** Letters of these languages without accents. */
const LETTER = "[a-z0-9_а-я]";
const NUMERALS = "〇一二三四五六七八九";

/** 十二, 二十三, 二〇二三, and 12. */
function numeral(signs: string): number {
  if (/^\d+$/.test(signs)) return Number(signs);
  const figures = (part: string) => [...part].reduce((sum, sign) => sum * 10 + Math.max(0, NUMERALS.indexOf(sign)), 0);
  const [tens = "", ones] = signs.split("十");
  return ones === undefined ? figures(signs) : (tens === "" ? 1 : figures(tens)) * 10 + figures(ones);
}

const listed = (entries = ""): string[] => (entries === "" ? [] : folded(entries).split(/,\s+/));
const anyOf = (sources: readonly string[]): string => sources.join("|").replaceAll(" ", "\\s+");
const isWhole = (source: string, text: string): boolean =>
  new RegExp(`^(?:${source.replaceAll(" ", "\\s+")})$`).test(text);

/** The `Intl` names of months, or of weekdays from Monday on, long and short, alone and in a date. */
function names(locale: string, part: "month" | "weekday", forms: readonly Intl.DateTimeFormatOptions[]): string[] {
  const days = Array.from({ length: part === "month" ? 12 : 7 }, (_, at) =>
    part === "month" ? Date.UTC(2024, at, 1) : Date.UTC(2024, 0, 1 + at),
  );
  const formats = forms.map((form) => new Intl.DateTimeFormat(locale, { ...form, timeZone: "UTC" }));
  return days.map((day) => {
    const found = formats.map((format) => format.formatToParts(day).find(({ type }) => type === part)?.value ?? "");
    return [...new Set(found.map((name) => folded(name).replace(/\.$/, "")))].join("|");
  });
}

const MONTH_FORMS = (["long", "short"] as const).flatMap((month) => [{ month }, { month, day: "numeric" } as const]);
const DAY_IN_SIGNS = "(?<d>\\d{1,2}|[一二三四五六七八九十]{1,3})[日号號](?![楼樓間でか前])";
const YEAR = "(?<year>(?:19|20)\\d\\d|[〇零一二三四五六七八九]{4})";
/** In any language, after a word that announces a time. */
const BOUND: Readonly<Partial<Record<PointKind, string>>> = {
  month: "{month} {year}~",
  year: "{year}",
  date: "{month} {d} {year}~, {d} {month} {year}~",
  dayOfMonth: "{nth}",
};

/** The words that a phrase may begin with. */
function firstWords(entry: string): string[] {
  const words = entry.split(" ");
  const sure = words.findIndex((word) => !word.endsWith("~"));
  return words.slice(0, sure + 1).filter((word) => word !== "{point}");
}

/** The compiled phrases of one language. */
export class Phrases {
  readonly language: Language;
  readonly points: readonly Phrase[];
  /** Also allowed within a range. */
  readonly bound: readonly Phrase[];
  readonly ranges: readonly RangePhrase[];
  /** Where any of them may begin. */
  readonly starts: RegExp;
  readonly isAheadBefore: RegExp;
  readonly isAheadBehind: RegExp;
  readonly #months: readonly string[];
  readonly #weekdays: readonly string[];
  readonly #numbers: readonly string[];
  readonly #units: readonly string[];
  readonly #slots: Readonly<Record<string, string>>;

  constructor(language: Language) {
    const { locale, isUnspaced = false, points, ranges, units } = language;
    this.language = language;
    this.#numbers = listed(language.numbers);
    this.#units = UNITS.map((unit) => folded(units[unit]));
    const months = language.months ? listed(language.months) : names(locale, "month", MONTH_FORMS);
    this.#months = [...months, ...listed(language.seasons)];
    this.#weekdays = language.weekdays
      ? listed(language.weekdays)
      : names(locale, "weekday", [{ weekday: "long" }]).map((name) => name.replace("-", "[- ]"));
    this.#slots = {
      n: `(?<n>\\d{1,3}|${anyOf([...this.#numbers, folded(language.few)])})`,
      unit: `(?<unit>${anyOf(this.#units)})`,
      weekday: `(?<weekday>${anyOf(this.#weekdays)})`,
      month: isUnspaced
        ? "(?<month>\\d{1,2}|[一二三四五六七八九十]{1,2})月份?"
        : `(?<month>${anyOf(this.#months)})\\.?`,
      year: YEAR,
      d: isUnspaced ? DAY_IN_SIGNS : "(?<d>\\d{1,2})(?:st|nd|rd|th|er|-го|[.ºª])?(?![.\\d]*\\d)",
      nth: isUnspaced ? DAY_IN_SIGNS : "(?<d>\\d{1,2})(?:st|nd|rd|th|er|-го|[.ºª])(?!\\d)",
    };
    this.points = this.#phrases(points);
    this.bound = this.#phrases(BOUND);
    this.ranges = RANGE_KINDS.flatMap((kind) =>
      listed(ranges[kind]).map((entry) => ({
        kind,
        parts: entry.split("{point}").map((part) => new RegExp(this.#source(part.trim()), "y")),
      })),
    );
    const firsts = new Set([...Object.values(points), ...Object.values(ranges)].flatMap(listed).flatMap(firstWords));
    const first = [...firsts]
      .map((word) => this.#word(word))
      .join("|")
      .replaceAll(/\(\?<\w+>/g, "(?:");
    this.starts = new RegExp(`(?<!${isUnspaced ? "\\d" : LETTER})(?=${first}|\\d{1,4}[-/.]\\d)`, "g");
    const gap = isUnspaced ? "\\s*" : "\\s+";
    const ahead = `(?:${folded(language.ahead)})`;
    const unit = `(?:(?:${anyOf(this.#units)})${gap})?`;
    this.isAheadBefore = new RegExp(`${isUnspaced ? "" : `(?<!${LETTER})`}${ahead}${gap}${unit}$`);
    this.isAheadBehind = new RegExp(`^${gap}${ahead}(?!${LETTER})`);
  }

  #phrases(of: Readonly<Partial<Record<PointKind, string>>>): Phrase[] {
    return POINT_KINDS.flatMap((kind) =>
      listed(of[kind]).map((entry) => ({ kind, pattern: new RegExp(this.#source(entry), "y") })),
    );
  }

  /** A phrase as a regular expression. */
  #source(entry: string): string {
    if (entry === "") return "";
    const gap = this.language.isUnspaced ? "\\s*" : "[\\s,]+";
    let source = "";
    let isBegun = false;
    for (const word of entry.split(" ")) {
      const isOptional = word.endsWith("~");
      const bare = this.#word(word);
      if (isOptional) source += isBegun ? `(?:${gap}${bare})?` : `(?:${bare}${gap})?`;
      else source += isBegun ? gap + bare : bare;
      isBegun ||= !isOptional;
    }
    return this.language.isUnspaced ? `(?<!\\d)${source}` : `(?<!${LETTER})${source}(?!${LETTER}|'s)`;
  }

  #word(word: string): string {
    return `(?:${word.replace(/~$/, "").replaceAll(/\{(\w+)\}/g, (_, slot) => this.#slots[slot] ?? "")})`;
  }

  slotsOf({ n, unit, weekday, month, year, d }: Readonly<Record<string, string | undefined>>): Slots {
    const at = (sources: readonly string[], text: string) => sources.findIndex((source) => isWhole(source, text));
    const count = (text: string) => (/^\d/.test(text) ? Number(text) : at(this.#numbers, text) + 1 || "few");
    const monthOf = (text: string) => (this.language.isUnspaced ? numeral(text) - 1 : at(this.#months, text));
    return {
      n: n === undefined ? undefined : count(n),
      unit: unit === undefined ? undefined : UNITS[at(this.#units, unit)],
      weekday: weekday === undefined ? undefined : at(this.#weekdays, weekday),
      month: month === undefined ? undefined : monthOf(month),
      year: year === undefined ? undefined : numeral(year),
      d: d === undefined ? undefined : numeral(d),
    };
  }
}
