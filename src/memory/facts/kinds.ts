import { COLOURS, FREQUENCIES, MONTHS, WEEKDAYS } from "./lexicon.ts";
import type { Part } from "./parts.ts";
import { isNumber, isTime } from "./roles.ts";

const CLOCK = /^\d{1,2}:\d{2}/;

/** Values of one kind take each other's place; values of two kinds are both true. */
export type Kind = "number" | "time" | "day" | "month" | "date" | "frequency" | "colour" | "word" | "mixed";

export function kindOf(value: readonly Part[], tail: readonly Part[]): Kind {
  const all = [...value, ...tail.slice(0, 1)].map((part) => part.key);
  const first = value[0]?.key ?? "";
  const isWhen = value.every((part) => isNumber(part.key) || isTime(part.key));
  if (isWhen && value.some((part) => CLOCK.test(part.key))) return "time";
  if (isWhen && value.some((part) => WEEKDAYS.has(part.key))) return "day";
  if (isWhen && all.some((key) => MONTHS.has(key))) return value.length === 1 && MONTHS.has(first) ? "month" : "date";
  if (isNumber(first)) return "number";
  if (value.some((part) => isTime(part.key))) return "mixed";
  if (value.length === 1 && FREQUENCIES.has(first)) return "frequency";
  if (value.length === 1 && COLOURS.has(first)) return "colour";
  return "word";
}
export const WHEN: ReadonlySet<Kind> = new Set<Kind>(["time", "day", "month", "date", "frequency"]);
