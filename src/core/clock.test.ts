import fc from "fast-check";
import { expect, test } from "vitest";
import { formatDuration, isoTime, ManualClock } from "./clock.ts";

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];

test("a manual clock only moves when it is advanced, and runs due actions in the order of their time", () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 1000 }), { maxLength: 30 }), fc.nat({ max: 1000 }), (delays, moved) => {
      const clock = new ManualClock(5000);
      const ran: { delay: number; at: number }[] = [];
      for (const delay of delays) clock.after(delay, () => ran.push({ delay, at: clock.now() }));
      expect(ran).toEqual([]);
      clock.advance(moved);
      expect(clock.now()).toBe(5000 + moved);
      const due = delays.filter((delay) => delay <= moved).sort((a, b) => a - b);
      expect(ran).toEqual(due.map((delay) => ({ delay, at: 5000 + delay })));
    }),
  );
});

test("what is set while the clock moves runs in the same move when its time has come", () => {
  const clock = new ManualClock(0);
  const ran: number[] = [];
  clock.after(10, () => clock.after(10, () => ran.push(clock.now())));
  clock.advance(19);
  expect(ran).toEqual([]);
  clock.advance(1);
  expect(ran).toEqual([20]);
});

test("what was cancelled does not run, also when it is cancelled by what runs before it", () => {
  const clock = new ManualClock("2026-01-01T00:00:00.000Z");
  const ran: string[] = [];
  clock.after(1, () => ran.push("cancelled"))();
  const cancel = clock.after(3, () => ran.push("cancelled too"));
  clock.after(2, cancel);
  clock.advance(10);
  expect(ran).toEqual([]);
  expect(isoTime(clock.now())).toBe("2026-01-01T00:00:00.010Z");
});

test.each([
  [-5 * DAY, "0 s"],
  [0, "0 s"],
  [999, "0 s"],
  [59 * SECOND, "59 s"],
  [MINUTE, "1 min"],
  [59 * MINUTE + 59 * SECOND, "59 min"],
  [HOUR, "1 h"],
  [HOUR + MINUTE, "1 h 1 min"],
  [23 * HOUR + 59 * MINUTE, "23 h 59 min"],
  [DAY, "1 d"],
  [3 * DAY + 4 * HOUR + 59 * MINUTE, "3 d 4 h"],
  [400 * DAY, "400 d"],
])("%i ms is %s", (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test("an unreadable time is an unknown duration", () => {
  expect(formatDuration(Date.parse("yesterday"))).toBe("an unknown time");
});
