import fc from "fast-check";
import { expect, test } from "vitest";
import { verdictOf } from "./promise.ts";

const mentions = fc.nat({ max: 50 });

test("G2: whatever one of the two searches finds is no ghost, however often it is spoken of", () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 1 }), fc.boolean(), mentions, (other, hits, isFirst, spoken) => {
      expect(verdictOf(isFirst ? [hits, other] : [other, hits], spoken)).toBe("kept");
    }),
  );
});

test("G2: with no hits, up to two mentions confirm a ghost, and three or more ask for a person", () => {
  fc.assert(
    fc.property(mentions, (spoken) => {
      expect(verdictOf([0, 0], spoken)).toBe(spoken <= 2 ? "confirmed" : "high_ambiguity");
    }),
  );
});
