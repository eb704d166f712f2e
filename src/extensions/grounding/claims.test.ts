import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { claimOf, groundingRatio, judge, passes } from "./claims.ts";

describe("G1: claims and their ratio", () => {
  test("a claim that cites nothing is believed only where that is allowed", () => {
    const claim = claimOf({ grounding: "citation", claim: "It rotates" });
    expect(judge("/", claim, { trusting: true })).toEqual({ grounded: true, by: "citation" });
    expect(judge("/", claim, { trusting: false })).toMatchObject({ grounded: false });
  });

  test("whatever an agent logs as grounding, only three kinds ground a claim", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (grounding) => {
        const { grounded } = judge("/", claimOf({ grounding }), { trusting: true });
        const kinds: unknown[] = ["citation", "code_reference", "user_input"];
        const type =
          typeof grounding === "object" && grounding !== null && "type" in grounding ? grounding.type : grounding;
        if (!kinds.includes(type)) expect(grounded).toBe(false);
      }),
    );
  });

  test("the ratio is between 0 and 1, and equals a threshold written as a decimal where it should", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 1, max: 50 }), (hundredths, times) => {
        const ratio = groundingRatio(hundredths * times, 100 * times);
        expect(ratio).toBeGreaterThanOrEqual(0);
        expect(ratio).toBeLessThanOrEqual(1);
        expect(passes(ratio, Number((hundredths / 100).toFixed(2)))).toBe(true);
        expect(passes(ratio, Number((hundredths / 100 + 0.001).toFixed(3)))).toBe(false);
      }),
    );
    expect(groundingRatio(0, 0)).toBe(1);
  });
});
