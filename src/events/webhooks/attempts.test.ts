import { createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { askedDelay, delayAfter, verdictOn } from "./attempts.ts";
import { signatureOf } from "./signature.ts";

const HOUR = 3_600_000;
const chance = fc.double({ min: 0, max: 1, noNaN: true });

test("V8: the delay doubles from a second to an hour, with jitter that takes at most half of it", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), chance, (failures, random) => {
      const delay = delayAfter(failures, random);
      const step = Math.min(HOUR, 1000 * 2 ** (failures - 1));
      expect(delay).toBeGreaterThanOrEqual(step / 2);
      expect(delay).toBeLessThanOrEqual(step);
      expect(delayAfter(failures + 1, random)).toBeGreaterThanOrEqual(delay);
    }),
  );
  expect([1, 2, 3, 12, 13, 99].map((failures) => delayAfter(failures, 1))).toEqual([
    1000,
    2000,
    4000,
    2_048_000,
    HOUR,
    HOUR,
  ]);
});

test("V8: Retry-After is read as seconds and as a date, and never as more than a day or less than nothing", () => {
  const now = Date.parse("2026-01-01T00:00:00Z");
  expect(askedDelay("120", now)).toBe(120_000);
  expect(askedDelay("Thu, 01 Jan 2026 00:01:00 GMT", now)).toBe(60_000);
  expect(askedDelay("Wed, 31 Dec 2025 00:00:00 GMT", now)).toBe(0);
  expect(askedDelay("999999999999", now)).toBe(24 * HOUR);
  for (const header of [undefined, "", "soon"]) expect(askedDelay(header, now)).toBeUndefined();
});

test("V8: each status is taken, tried again or given up", () => {
  fc.assert(
    fc.property(fc.integer({ min: 200, max: 599 }), (status) => {
      const again = status >= 500 || status === 408 || status === 429;
      expect(verdictOn({ status })).toBe(status < 300 ? "taken" : again ? "again" : "refused");
    }),
  );
});

test("V8: the signature is the HMAC of the timestamp, a dot and the body", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.nat(), fc.string({ unit: "grapheme" }), (secret, time, body) => {
      const expected = createHmac("sha256", secret)
        .update(Buffer.from(`${time}.${body}`, "utf8"))
        .digest("hex");
      expect(signatureOf(secret, String(time), body)).toBe(`sha256=${expected}`);
    }),
  );
});
