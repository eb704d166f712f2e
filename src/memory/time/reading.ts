import { DAY, HOUR, type Span, yearOf } from "./calendar.ts";
import type { Language } from "./language.ts";
import type { Lexicon } from "./lexicon.ts";
import type { Role, Term } from "./terms.ts";
import type { DateFigures, Token } from "./tokens.ts";

/** A term at its place in the question, with everything it can mean. */
export interface Placed {
  readonly readings: readonly Term[];
  readonly from: number;
  readonly to: number;
  readonly capital: boolean;
  readonly text: string;
}

export interface Sight {
  readonly language: Language;
  readonly terms: readonly Placed[];
  /** What the wall clock shows. */
  readonly now: number;
}

/** A time read from the terms before `next`. A loose one has no year of its own: it is the latest of many. */
export interface Found extends Span {
  readonly next: number;
  readonly loose?: boolean;
}

/** What stands before a time and vouches that it is one; in a range nothing else can be meant. */
export type Context = "none" | "in" | "on" | "of" | "range";

const OTHER: readonly Term[] = [{ kind: "other" }];
const STOP: readonly Term[] = [{ kind: "stop" }];
const STOPS = new Set(".?!;:()\"'«»“”…。？！；：「」");

function dateTerm({ year, first, second, monthLeads }: DateFigures, language: Language): Term {
  const swapped = !monthLeads && (language.monthFirst ? first > 12 : (second ?? 0) <= 12);
  const [month, day] = swapped ? [second ?? 0, first] : [first, second];
  return month >= 1 && month <= 12 ? { kind: "date", year, month: month - 1, day } : { kind: "other" };
}

function singleReadings(token: Token, { entries, language }: Lexicon): readonly Term[] {
  if (token.date) return [dateTerm(token.date, language)];
  if (token.number) return [{ kind: "number", ...token.number, digits: true }];
  return entries.get(token.text) ?? (STOPS.has(token.text) ? STOP : OTHER);
}

/** The tokens in the reading of one language, longest entries first. */
export function termsOf(tokens: readonly Token[], lexicon: Lexicon): Placed[] {
  const terms: Placed[] = [];
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at];
    if (!token) break;
    const longest = lexicon.longest.get(token.text) ?? 1;
    let length = 1;
    let readings: readonly Term[] | undefined;
    for (let key = token.text, more = 1; more < longest; more++) {
      key += ` ${tokens[at + more]?.text ?? ""}`;
      const entry = lexicon.entries.get(key);
      if (!entry) continue;
      readings = entry;
      length = more + 1;
    }
    const month = token.number?.value ?? 0;
    if (!readings && tokens[at + 1]?.text === "月" && month >= 1 && month <= 12) {
      readings = [{ kind: "month", month: month - 1, sure: true, short: false }];
      length = tokens[at + 2]?.text === "份" ? 3 : 2;
    }
    const last = tokens[Math.min(at + length, tokens.length) - 1] ?? token;
    readings ??= singleReadings(token, lexicon);
    terms.push({ readings, from: token.from, to: last.to, capital: token.capital, text: token.text });
    at += length;
  }
  return terms;
}

export function termAt<Kind extends Term["kind"]>(
  { terms }: Sight,
  at: number,
  kind: Kind,
): Extract<Term, { kind: Kind }> | undefined {
  return terms[at]?.readings.find((term): term is Extract<Term, { kind: Kind }> => term.kind === kind);
}

export function isRole({ terms }: Sight, at: number, ...roles: readonly Role[]): boolean {
  const placed = terms[at];
  if (!placed) return false;
  for (const term of placed.readings) if (term.kind === "role" && roles.includes(term.role)) return true;
  return false;
}

/** Behind the articles and prepositions between two parts of a time; never far, or a long row of them would cost. */
export function behindFillers(sight: Sight, at: number, comma = false): number {
  let next = at;
  while (next < at + 3 && (isRole(sight, next, "in", "on", "of", "the", "from") || (comma && isComma(sight, next))))
    next++;
  return next;
}

const isComma = (sight: Sight, at: number): boolean => termAt(sight, at, "comma") !== undefined;

/** Whether nothing follows that a number could have counted. */
export function standsAlone(sight: Sight, at: number): boolean {
  if (at >= sight.terms.length || isComma(sight, at)) return true;
  return termAt(sight, at, "stop") !== undefined || termAt(sight, at, "small") !== undefined;
}

const FIRST_YEAR = 1970;
export const isYear = (sight: Sight, value: number): boolean => value >= FIRST_YEAR && value <= yearOf(sight.now) + 1;

/** Which one back: last is one, the one before last two, this none. */
export function modifierAt(sight: Sight, at: number): { readonly back: number; readonly next: number } | undefined {
  if (isRole(sight, at, "beforeLast")) return { back: 2, next: at + 1 };
  if (isRole(sight, at, "last")) return { back: 1, next: at + 1 };
  if (isRole(sight, at, "this")) return { back: 0, next: at + 1 };
  return undefined;
}

/** A modifier behind its noun: `semaine dernière`. What is `this` stands before it everywhere. */
export function modifierBehind(sight: Sight, at: number): { readonly back: number; readonly next: number } | undefined {
  if (sight.language.postpositions) return undefined;
  // The week before last; but before last week is another thing.
  if (isRole(sight, at, "before") && isRole(sight, at + 1, "last") && !termAt(sight, at + 2, "unit"))
    return { back: 2, next: at + 2 };
  const found = modifierAt(sight, at);
  return found && found.back > 0 ? found : undefined;
}

/** The morning of a day that was found, if the words go on so. */
export function withHours(sight: Sight, found: Found | undefined): Found | undefined {
  if (!found || found.to - found.from !== DAY) return found;
  const at = behindFillers(sight, found.next);
  const hours = termAt(sight, at, "hours");
  return hours
    ? { ...found, from: found.from + hours.from * HOUR, to: found.from + hours.to * HOUR, next: at + 1 }
    : found;
}
