import { expect } from "vitest";
import { askedTime } from "./asked-time.ts";

const ZONE = "Europe/Berlin";
/** Wednesday, 13 November 2024, three in the afternoon in Berlin. */
export const NOW = Date.UTC(2024, 10, 13, 14);

const clock = new Intl.DateTimeFormat("sv-SE", { timeZone: ZONE, dateStyle: "short", timeStyle: "short" });

/** A question's span as a person in Berlin would write it, midnight left out. */
export function spanOf(question: string, now = NOW): string | undefined {
  const asked = askedTime(question, now, ZONE);
  if (!asked) return undefined;
  const end = (time: number) => (time === now ? "now" : time === 0 ? "0" : clock.format(time).replace(" 00:00", ""));
  return `${end(asked.from)} – ${end(asked.to)}`;
}

/** Phrases of every language, with their spans on a Wednesday in November. */
const SPANS = {
  lastWeek: "2024-11-04 – 2024-11-11",
  march: "2024-03-01 – 2024-04-01",
  dayInMay: "2023-05-07 – 2023-05-08",
  fourteenth: "2024-10-14 – 2024-10-15",
  twoWeeksAgo: "2024-10-27 – 2024-11-03",
  fewDaysAgo: "2024-11-06 – 2024-11-12",
  yesterday: "2024-11-12 – 2024-11-13",
  today: "2024-11-13 – 2024-11-14",
  dayBeforeYesterday: "2024-11-11 – 2024-11-12",
  sinceJune: "2024-06-01 – now",
  beforeApril: "0 – 2024-04-01",
  marchToMay: "2024-03-01 – 2024-06-01",
  lastThreeDays: "2024-11-10 – now",
  lastYear: "2023-01-01 – 2024-01-01",
  marchOfLastYear: "2023-03-01 – 2023-04-01",
  year: "2022-01-01 – 2023-01-01",
  lastMonday: "2024-11-11 – 2024-11-12",
  lastWeekend: "2024-11-09 – 2024-11-11",
  recently: "2024-10-14 – now",
} as const;
type Saying = keyof typeof SPANS;

const isSaying = (name: string): name is Saying => name in SPANS;

/** Questions are separated by bars; each must have the span of its key. */
export function expectSpans(questions: Readonly<Partial<Record<Saying, string>>>): void {
  for (const [name, entry] of Object.entries(questions))
    for (const question of entry.split("|").map((text) => text.trim()))
      if (isSaying(name)) expect(spanOf(question), question).toBe(SPANS[name]);
}
