import fc from "fast-check";
import { expect, test } from "vitest";
import { redact, safeName } from "./index.ts";
import { dice, leaks, make } from "./redaction/test-kit.ts";

const SECRETS = ["gh" + "p_{alnum:36}", "AKI" + "A{base32:16}", "token={alnum:24}", "postgres://ada:{alnum:20}@db/x"];
const secret = fc
  .record({ pattern: fc.constantFrom(...SECRETS), seed: fc.nat() })
  .map(({ pattern, seed }) => make(pattern, dice(seed)));
const around = fc.constantFrom("", "s:", "/home/ada/", "agent:ada:", "a b ");
const behind = fc.constantFrom("", "/app", ":main", " and more", " [REDACTED] #0123456789ab");
const name = fc.tuple(around, secret, behind).map((parts) => parts.join(""));

test("S1: a name without a secret is as it was", () => {
  fc.assert(fc.property(fc.uuid(), (id) => safeName(id) === id));
  for (const plain of ["agent:ada:main", "/home/ada/work", "[REDACTED] #0123456789ab"])
    expect(safeName(plain)).toBe(plain);
});

test("S1: a name with a secret loses it, is always the same, and finds itself again by what is shown", () => {
  fc.assert(
    fc.property(name, (secretName) => {
      const safe = safeName(secretName);
      expect(redact(secretName)).not.toBe(secretName);
      expect(leaks(secretName.match(/[A-Za-z0-9]{16,}/)?.[0] ?? "", safe)).toBe(false);
      expect(safeName(secretName)).toBe(safe);
      expect(safeName(safe)).toBe(safe);
    }),
  );
});

test("S1: names that differ only in their secrets stay two", () => {
  fc.assert(
    fc.property(name, name, (one, other) => {
      fc.pre(one !== other);
      expect(safeName(one)).not.toBe(safeName(other));
    }),
  );
});
