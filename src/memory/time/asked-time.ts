import { folded } from "../../text/index.ts";
import { DAY, dayOf, monthOf } from "./calendar.ts";
import type { Language, RangeKind } from "./language.ts";
import { CHINESE } from "./languages/chinese.ts";
import { ENGLISH } from "./languages/english.ts";
import { FRENCH } from "./languages/french.ts";
import { GERMAN } from "./languages/german.ts";
import { ITALIAN } from "./languages/italian.ts";
import { JAPANESE } from "./languages/japanese.ts";
import { PORTUGUESE } from "./languages/portuguese.ts";
import { RUSSIAN } from "./languages/russian.ts";
import { SPANISH } from "./languages/spanish.ts";
import { Phrases } from "./phrases.ts";
import { adjacentUnit, isYear, type Point, pointOf } from "./points-in-time.ts";
import { instantAt, wallAt } from "./zone.ts";

export interface AskedTime {
  readonly from: number;
  readonly to: number;
  /** "Five days ago": the middle of the span is meant. */
  readonly isAgo: boolean;
}

/** A parsed time and where its words end. */
interface Found extends Point {
  readonly next: number;
}

/** A question names its time early; the rest is pasted text. */
const LONGEST_QUESTION = 500;
/** Limits the work for pages full of time words. */
const MOST_ATTEMPTS = 40;
const LANGUAGES = [ENGLISH, GERMAN, FRENCH, SPANISH, PORTUGUESE, ITALIAN, RUSSIAN, CHINESE, JAPANESE] as const;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

const built = new Map<Language, Phrases>();

/** Built when first needed: `Intl` takes milliseconds for each language. */
function phrasesOf(language: Language): Phrases {
  const phrases = built.get(language) ?? new Phrases(language);
  built.set(language, phrases);
  return phrases;
}

const common = new Map(LANGUAGES.map((one) => [one.locale, new Set(folded(one.common).split(" "))]));

/**
 * The languages of most words. Chinese and Japanese share characters, so both are tried and the longer reading wins.
 */
function languagesOf(text: string): Language[] {
  const words = text.match(/\p{L}+/gu) ?? [];
  const counts = LANGUAGES.map(({ locale }) => words.filter((word) => common.get(locale)?.has(word)).length);
  const most = Math.max(...counts);
  const isUnspaced = UNSPACED.test(text);
  return LANGUAGES.filter((language, at) => (language.isUnspaced ? isUnspaced : counts[at] === most));
}

const YEAR_FIRST = /(?<![\w./-])(\d{4})([-/.])(\d{1,2})(?:\2(\d{1,2})(?:t[\d:.]{2,12}z?)?)?(?![\w/-]|\.\w)/y;
const YEAR_LAST = /(?<![\w./-])(?:(\d{1,2})[./-])?(\d{1,2})[./-](\d{4})(?![\w/-]|\.\w)/y;

/** Reads the times of a text in one language. */
class Reader {
  readonly #text: string;
  readonly #phrases: Phrases;

  constructor(text: string, phrases: Phrases) {
    this.#text = text;
    this.#phrases = phrases;
  }

  /** The most specific time of the text, with the number of characters that name it. */
  first(now: number): (Point & { readonly length: number }) | undefined {
    let attempts = 0;
    let best: (Point & { readonly length: number }) | undefined;
    for (const { index } of this.#text.matchAll(this.#phrases.starts)) {
      if (++attempts > MOST_ATTEMPTS) break;
      const point = this.#pointAt(index, now, false);
      const range = this.#rangeAt(index, now);
      const isAhead = point && this.#isAhead(index, point.next);
      const found = range && range.next >= (point?.next ?? 0) ? range : isAhead ? undefined : point;
      if (found && found.from < found.to && (found.rank ?? 1) > (best ? (best.rank ?? 1) : -1))
        best = { ...found, length: found.next - index };
    }
    return best;
  }

  #isAhead(from: number, to: number): boolean {
    const { isAheadBefore, isAheadBehind } = this.#phrases;
    return isAheadBefore.test(this.#text.slice(0, from)) || isAheadBehind.test(this.#text.slice(to));
  }

  #endOf(pattern: RegExp, at: number): number | undefined {
    pattern.lastIndex = at;
    return pattern.test(this.#text) ? pattern.lastIndex : undefined;
  }

  #skip(at: number): number {
    return this.#endOf(/[\s,]*/y, at) ?? at;
  }

  /** The longest match. */
  #pointAt(at: number, now: number, isBound: boolean): Found | undefined {
    let best = this.#figuresAt(at, now);
    const { points, bound } = this.#phrases;
    for (const { kind, pattern } of isBound ? [...points, ...bound] : points) {
      pattern.lastIndex = at;
      const match = pattern.exec(this.#text);
      const next = pattern.lastIndex;
      if (!match || next <= (best?.next ?? at)) continue;
      if (kind === "dayOfMonth" && !isBound && !this.#isAlone(next)) continue;
      const point = pointOf(kind, this.#phrases.slotsOf(match.groups ?? {}), now);
      if (point) best = { ...point, next };
    }
    return best;
  }

  /** "On the 14th floor" counts something else; a common word continues the sentence. */
  #isAlone(at: number): boolean {
    const { locale, isUnspaced } = this.#phrases.language;
    const word = /^\s+(\p{L}+)/u.exec(this.#text.slice(at))?.[1];
    return isUnspaced === true || word === undefined || common.get(locale)?.has(word) === true;
  }

  #figuresAt(at: number, now: number): Found | undefined {
    YEAR_FIRST.lastIndex = at;
    const [whole = "", year, sign, month, day] = YEAR_FIRST.exec(this.#text) ?? [];
    // 2023.5 is a version or a sum, 2023/5 a part of a path.
    if (year !== undefined && (day !== undefined || sign === "-"))
      return this.#dated(Number(year), Number(month), day, at + whole.length, now);
    YEAR_LAST.lastIndex = at;
    const [found = "", first, second, last] = YEAR_LAST.exec(this.#text) ?? [];
    if (last === undefined) return undefined;
    const isMonthFirst = this.#phrases.language.locale === "en" && found.includes("/") && Number(first) <= 12;
    const [monthOfIt, dayOfIt] = isMonthFirst ? [first, second] : [second, first];
    return this.#dated(Number(last), Number(monthOfIt), dayOfIt, at + found.length, now);
  }

  #dated(year: number, month: number, day: string | undefined, next: number, now: number): Found | undefined {
    if (!isYear(now, year) || month < 1 || month > 12) return undefined;
    const span = day === undefined ? monthOf(year, month - 1) : dayOf(year, month - 1, Number(day));
    return span && { ...span, next, rank: 2 };
  }

  #rangeAt(at: number, now: number): Found | undefined {
    let best: Found | undefined;
    for (const { kind, parts } of this.#phrases.ranges) {
      const found = this.#boundBy(kind, parts, at, now);
      if (found && found.next > (best?.next ?? at)) best = found;
    }
    return best;
  }

  #boundBy(kind: RangeKind, [lead, between, tail]: readonly RegExp[], at: number, now: number): Found | undefined {
    if (!lead) return undefined;
    lead.lastIndex = at;
    const opening = lead.exec(this.#text);
    if (!opening) return undefined;
    const opened = lead.lastIndex;
    const start = this.#skip(opened);
    const left = this.#pointAt(start, now, true);
    const joint = left && between && this.#endOf(between, this.#skip(left.next));
    if (!left || joint === undefined) return undefined;
    if (tail === undefined) {
      const { n = 1, unit = "day" } = this.#phrases.slotsOf(opening.groups ?? {});
      const shift = n === "few" ? 1 : n;
      const end = { ...left, next: between?.source === "" ? left.next : joint };
      if (kind === "unitBefore") return { ...end, ...adjacentUnit(left, unit, -shift) };
      return kind === "unitAfter" ? { ...end, ...adjacentUnit(left, unit, shift) } : bounded(kind, end, now);
    }
    const right = this.#pointAt(this.#skip(joint), now, true);
    const next = right && this.#endOf(tail, this.#skip(right.next));
    if (!right || next === undefined) return undefined;
    // The left side takes a missing year from the right: between March and May 2022.
    const anchored = left.loose ? this.#pointAt(start, right.from, true) : left;
    const end = tail.source === "" ? right.next : next;
    if (!anchored || anchored.from >= right.to) return undefined;
    return { from: anchored.from, to: right.to, next: end, ...(right.rank !== undefined && { rank: right.rank }) };
  }
}

function bounded(kind: RangeKind, point: Found, now: number): Found | undefined {
  const { from, to, loose } = point;
  if (kind === "since") return from <= now ? { ...point, to: now } : undefined;
  if (kind === "after") return to <= now ? { ...point, from: to, to: now } : undefined;
  if (kind === "before") return { ...point, from: 0, to: from };
  // "Until Friday" means the next one.
  return loose && to - from <= DAY ? undefined : { ...point, from: 0, to };
}

/** The past span that a question names, if any. */
export function askedTime(question: string, now: number, timeZone?: string): AskedTime | undefined {
  const text = folded(question.slice(0, LONGEST_QUESTION)).replaceAll("’", "'");
  const wall = wallAt(now, timeZone);
  const [best] = languagesOf(text)
    .flatMap((language) => new Reader(text, phrasesOf(language)).first(wall) ?? [])
    .sort((a, b) => b.length - a.length);
  if (!best) return undefined;
  // Use the exact instant for now: a wall time can occur twice on the day the clock goes back.
  const instant = (time: number): number => (time === wall ? now : time <= 0 ? 0 : instantAt(time, timeZone));
  const [from, to] = [instant(best.from), instant(best.to)];
  return from < to ? { from, to, isAgo: best.isAgo ?? false } : undefined;
}
