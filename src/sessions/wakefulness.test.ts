import fc from "fast-check";
import { expect, test } from "vitest";
import { Wakefulness } from "./wakefulness.ts";

const SECOND = 1000;
const HOUR = 3600 * SECOND;

test("S7: looks every few seconds are no sleep; one that comes late is, once", () => {
  const wakefulness = new Wakefulness();
  for (let at = 0; at < HOUR; at += 2 * SECOND) expect(wakefulness.look(at)).toBe(false);
  expect(wakefulness.look(9 * HOUR)).toBe(true);
  expect(wakefulness.look(9 * HOUR + 2 * SECOND)).toBe(false);
  expect(wakefulness.awakeBetween(0, 9 * HOUR)).toBeLessThanOrEqual(HOUR);
  expect(wakefulness.awakeBetween(9 * HOUR, 10 * HOUR)).toBe(HOUR);
});

test("S7: a clock that is set back is no sleep, and breaks nothing", () => {
  const wakefulness = new Wakefulness();
  wakefulness.look(9 * HOUR);
  expect(wakefulness.look(HOUR)).toBe(false);
  expect(wakefulness.awakeBetween(HOUR, 2 * HOUR)).toBe(HOUR);
});

test("S7: the time awake is what passed without the naps, however the time is cut; what is forgotten changes nothing later", () => {
  const gaps = fc.array(fc.integer({ min: 1, max: 3 * HOUR }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(gaps, fc.nat(), fc.nat(), (steps, one, other) => {
      const wakefulness = new Wakefulness();
      let [now, awake] = [0, 0];
      wakefulness.look(now);
      for (const step of steps) {
        now += step;
        awake += step > 30 * SECOND ? 0 : step;
        expect(wakefulness.look(now)).toBe(step > 30 * SECOND);
      }
      expect(wakefulness.awakeBetween(0, now)).toBe(awake);
      const [early = 0, late = 0] = [one % (now + 1), other % (now + 1)].sort((a, b) => a - b);
      const parts = [0, early, late, now].map((at, n, all) => wakefulness.awakeBetween(all[n - 1] ?? 0, at));
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(awake);
      const longAfter = now + HOUR;
      wakefulness.forget(longAfter, HOUR);
      expect(wakefulness.size).toBe(0);
      expect(wakefulness.awakeBetween(now, longAfter)).toBe(HOUR);
    }),
  );
});
