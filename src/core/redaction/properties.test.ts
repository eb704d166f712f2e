import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redact } from "./index.ts";
import { MARKER } from "./span.ts";
import { dice, leaks, make } from "./test-kit.ts";

const PIECES = [
  "password",
  "token=",
  "API_KEY: ",
  '"secret": "',
  "Bearer ",
  "://",
  "user:",
  "@host",
  "-----BEGIN RSA PRIVATE KEY-----",
  "-----END",
  "eyJ",
  "\\n",
  '\\"',
  "'",
  '"',
  "`",
  "=",
  ":",
  " ",
  "\n",
  "key",
  "curl -u ",
  " -p ",
  "kind: Secret",
  "data:",
  "[REDACTED]",
  "[RED",
  "ACTED]",
  "sk-",
  "AKIA",
  "${",
  "}",
  "(",
  ")",
  "[",
  "]",
  ",",
  ";",
  "&",
  "?",
  "|",
  "is ",
  "Cookie: a=",
  "$2b$10$",
  "echo ",
  "seed phrase",
];
const SECRETS = [
  "gh" + "p_{alnum:36}",
  "AKI" + "A{base32:16}",
  "sk-" + "ant-api03-{urlsafe:95}",
  "xox" + "b-{digits:12}-{alnum:24}",
  "{hex:40}",
  "{alnum:24}",
  "{uuid}",
  "hV7!kd92Lq",
];

const snippet = fc.oneof(
  fc.constantFrom(...PIECES),
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc
    .record({ pattern: fc.constantFrom(...SECRETS), seed: fc.nat() })
    .map(({ pattern, seed }) => make(pattern, dice(seed))),
);
const text = fc.array(snippet, { maxLength: 40 }).map((pieces) => pieces.join(""));

describe("redaction: properties", () => {
  it("redacting twice is redacting once", () => {
    fc.assert(
      fc.property(text, (input) => {
        const once = redact(input);
        expect(redact(once)).toBe(once);
      }),
      { numRuns: 3000 },
    );
  });

  it("text is hardly ever longer afterwards", () => {
    fc.assert(
      fc.property(text, (input) => {
        const markers = redact(input).split(MARKER).length - 1;
        expect(redact(input).length).toBeLessThanOrEqual(input.length + markers * MARKER.length);
      }),
      { numRuns: 1000 },
    );
  });

  it("letters of any script, without a secret's sign, stay as they are", () => {
    const plain = fc.string({ unit: "grapheme", maxLength: 300 }).filter((input) => !/[a-z0-9]{3}|[:=$]/i.test(input));
    fc.assert(
      fc.property(plain, (input) => {
        expect(redact(input)).toBe(input);
      }),
      { numRuns: 1000 },
    );
  });

  it("a key of known build is found in any surroundings that do not run into it", () => {
    const around = fc.string({ unit: "grapheme", maxLength: 60 });
    const known = fc.constantFrom(...SECRETS.slice(0, 4));
    fc.assert(
      fc.property(around, around, known, fc.nat(), (before, after, pattern, seed) => {
        const secret = make(pattern, dice(seed));
        expect(leaks(secret, redact(`${before} ${secret} ${after}`))).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });
});
