import { stem } from "../../memory/index.ts";
import type { Clause, Term } from "./clause.ts";

/** "Before" and "after": they lead to an amount and are no part of what it is of. */
export const ORDER = "±before";

/** A number with what it counts. */
export interface Amount {
  readonly value: number;
  readonly unit: string;
  /** The terms that say it. */
  readonly terms: readonly Term[];
  readonly isLeft: boolean;
}

const SCALES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  time: {
    ...{
      ms: 0.001,
      millisecond: 0.001,
      s: 1,
      sec: 1,
      second: 1,
      sekunden: 1,
      sekunde: 1,
      secondes: 1,
      segundos: 1,
      秒: 1,
    },
    ...{
      m: 60,
      min: 60,
      minute: 60,
      minuten: 60,
      minutos: 60,
      分: 60,
      分钟: 60,
      h: 3600,
      hour: 3600,
      stunden: 3600,
      heures: 3600,
      horas: 3600,
    },
    ...{
      d: 86_400,
      day: 86_400,
      tage: 86_400,
      jours: 86_400,
      dias: 86_400,
      天: 86_400,
      week: 604_800,
      month: 2_592_000,
      year: 31_536_000,
    },
  },
  size: { kb: 1e3, mb: 1e6, gb: 1e9, tb: 1e12 },
  share: { "%": 1, percent: 1 },
};
const units = new Map<string, { readonly unit: string; readonly scale: number }>();
for (const [unit, scales] of Object.entries(SCALES))
  for (const [word, scale] of Object.entries(scales))
    for (const form of [word, stem(word)]) units.set(form, { unit, scale });

const FREQUENCIES = new Map(
  ["hourly", "daily", "nightly", "weekly", "monthly", "quarterly", "yearly"].map((word, at) => [stem(word), at]),
);
const NUMBER = /^\d+(?:\.\d+)*$/;

export function amountsIn({ terms }: Clause): Amount[] {
  return terms.flatMap((term, at): Amount[] => {
    const frequency = FREQUENCIES.get(term.key);
    if (frequency !== undefined) return [{ value: frequency, unit: "frequency", terms: [term], isLeft: term.isLeft }];
    if (!NUMBER.test(term.key)) return [];
    const next = terms[at + 1];
    const counted = next?.isGlued === true ? next : undefined;
    const known = counted === undefined ? undefined : units.get(counted.key);
    const value = Number(term.key);
    if (counted !== undefined && known !== undefined)
      return [{ value: value * known.scale, unit: known.unit, terms: [term, counted], isLeft: term.isLeft }];
    // "Error 12 is fixed" counts nothing; "after 5 attempts" does.
    const before = term.isGlued ? terms[at - 1] : undefined;
    const isLabel = before?.isLight === false && before.concept !== ORDER;
    return [{ value, unit: isLabel ? "" : (counted?.key ?? ""), terms: [term], isLeft: term.isLeft }];
  });
}
