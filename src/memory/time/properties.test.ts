import fc from "fast-check";
import { expect, test } from "vitest";
import { expectProportional } from "../../../test/support/growth.ts";
import { askedTime } from "./asked-time.ts";
import { DAY, HOUR } from "./calendar.ts";
import { instantAt, wallAt } from "./zone.ts";

const ZONES = [
  "Europe/Berlin",
  "America/New_York",
  "America/Sao_Paulo",
  "Asia/Kolkata",
  "Pacific/Apia",
  "Africa/Cairo",
  "UTC",
];
const zones = fc.constantFrom(...ZONES);
const nows = fc.integer({ min: Date.UTC(1990, 0), max: Date.UTC(2060, 0) });

/** Words of time in any order, so that readings meet that no person would write. */
const pieces = fc.constantFrom(
  ..."in on the last this past ago since before after between and to of a few two 3 14th 29 week weekend month year quarter day days".split(
    " ",
  ),
  ..."Monday Sunday May March February summer winter Christmas Easter yesterday today morning evening night early end around Q3".split(
    " ",
  ),
  ..."letzte vor zwei Wochen Anfang März dernier il y a jours hier pasado hace lunes 前 上 周 三月 年 日 の から 去年 назад неделю мая".split(
    " ",
  ),
);
const phrases = fc.array(pieces, { maxLength: 9 }).map((words) => words.join(" "));
/** With years in figures: only these can be in the future. */
const anything = fc.oneof(
  fc.string({ unit: "binary", maxLength: 80 }),
  phrases,
  fc
    .array(fc.oneof(pieces, fc.constantFrom("2023", "2024-02-30", "05/2023", ",", ".", "31", "九九九九九九", "9999")), {
      maxLength: 12,
    })
    .map((words) => words.join(" ")),
);

test("M2: whatever is asked, the answer is a span", () => {
  fc.assert(
    fc.property(anything, nows, zones, (question, now, zone) => {
      const asked = askedTime(question, now, zone);
      if (!asked) return;
      expect(asked.from).toBeLessThan(asked.to);
      expect(asked.from).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 3_000 },
  );
});

test("M2: what names no year in figures has begun", () => {
  fc.assert(
    fc.property(phrases, nows, zones, (question, now, zone) => {
      expect(askedTime(question, now, zone)?.from ?? 0).toBeLessThanOrEqual(now);
    }),
    { numRuns: 3_000 },
  );
});

test("M2: a day is the whole local day, also when the clock changes", () => {
  fc.assert(
    fc.property(nows, zones, (now, zone) => {
      const asked = askedTime("what did I do yesterday", now, zone);
      // Samoa leapt over a whole day.
      if (!asked) return expect(zone).toBe("Pacific/Apia");
      expect(wallAt(asked.to, zone) - wallAt(asked.from - 1, zone)).toBeGreaterThanOrEqual(DAY);
      expect(wallAt(asked.from - 1, zone) % DAY).toBeGreaterThan(22 * HOUR);
      expect(wallAt(asked.to, zone) % DAY).toBeLessThanOrEqual(HOUR);
    }),
  );
  const spring = askedTime("yesterday", Date.UTC(2024, 3, 1, 10), "Europe/Berlin");
  expect((spring?.to ?? 0) - (spring?.from ?? 0)).toBe(23 * HOUR);
  const autumn = askedTime("yesterday", Date.UTC(2024, 9, 28, 10), "Europe/Berlin");
  expect((autumn?.to ?? 0) - (autumn?.from ?? 0)).toBe(25 * HOUR);
  // In Brazil the clock leapt from midnight to one.
  const leapt = askedTime("on 2018-11-04", Date.UTC(2018, 11, 1), "America/Sao_Paulo");
  expect(leapt).toMatchObject({ from: Date.UTC(2018, 10, 4, 3), to: Date.UTC(2018, 10, 5, 2) });
});

test("M2: what the wall shows and the instant belong together", () => {
  fc.assert(
    fc.property(nows, zones, (now, zone) => {
      const again = instantAt(wallAt(now, zone), zone);
      expect([0, HOUR]).toContain(now - again);
    }),
  );
});

test("M2: a page of words of time costs no more than a moment", async () => {
  const now = Date.UTC(2024, 10, 13);
  for (const word of [
    "a ",
    "in ",
    "1 ",
    "may ",
    "de ",
    "年前",
    "日の",
    "é ",
    "since ",
    "early ",
    "week of ",
    "el 14 por ",
    ".",
    "a-",
  ]) {
    // Reading it again from each word would take squared time.
    await expectProportional(
      (page) => askedTime(page, now, "UTC"),
      (size) => word.repeat(size / word.length),
      100_000,
    );
  }
});
