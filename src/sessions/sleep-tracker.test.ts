import fc from "fast-check";
import { expect, test } from "vitest";
import { SleepTracker } from "./sleep-tracker.ts";

const SECOND = 1000;
const HOUR = 3600 * SECOND;

test("S7: looks every few seconds are no sleep; one that comes late is, once", () => {
  const sleepTracker = new SleepTracker();
  for (let at = 0; at < HOUR; at += 2 * SECOND) expect(sleepTracker.look(at)).toBe(false);
  expect(sleepTracker.look(9 * HOUR)).toBe(true);
  expect(sleepTracker.look(9 * HOUR + 2 * SECOND)).toBe(false);
  expect(sleepTracker.awakeBetween(0, 9 * HOUR)).toBeLessThanOrEqual(HOUR);
  expect(sleepTracker.awakeBetween(9 * HOUR, 10 * HOUR)).toBe(HOUR);
});

test("S7: a clock that is set back is no sleep, and breaks nothing", () => {
  const sleepTracker = new SleepTracker();
  sleepTracker.look(9 * HOUR);
  expect(sleepTracker.look(HOUR)).toBe(false);
  expect(sleepTracker.awakeBetween(HOUR, 2 * HOUR)).toBe(HOUR);
});

test("S7: the time awake is the elapsed time excluding sleep, however it is split; dropping old records changes nothing later", () => {
  const gaps = fc.array(fc.integer({ min: 1, max: 3 * HOUR }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(gaps, fc.nat(), fc.nat(), (steps, one, other) => {
      const sleepTracker = new SleepTracker();
      let [now, awake] = [0, 0];
      sleepTracker.look(now);
      for (const step of steps) {
        now += step;
        awake += step > 30 * SECOND ? 0 : step;
        expect(sleepTracker.look(now)).toBe(step > 30 * SECOND);
      }
      expect(sleepTracker.awakeBetween(0, now)).toBe(awake);
      const [early = 0, late = 0] = [one % (now + 1), other % (now + 1)].sort((a, b) => a - b);
      const parts = [0, early, late, now].map((at, n, all) => sleepTracker.awakeBetween(all[n - 1] ?? 0, at));
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(awake);
      const longAfter = now + HOUR;
      sleepTracker.forget(longAfter, HOUR);
      expect(sleepTracker.size).toBe(0);
      expect(sleepTracker.awakeBetween(now, longAfter)).toBe(HOUR);
    }),
  );
});
