import fc from "fast-check";
import { expect, test } from "vitest";
import { fill, tokensOf } from "./fit-budget.ts";

const block = fc.record(
  {
    title: fc.string({ minLength: 1, maxLength: 20 }),
    lines: fc.array(fc.string({ unit: "grapheme", maxLength: 300 })),
    atMost: fc.double({ min: 0, max: 1, noNaN: true }),
  },
  { requiredKeys: ["title", "lines"] },
);

test("R2: a budget is never passed", () => {
  fc.assert(
    fc.property(fc.array(block), fc.integer({ min: 0, max: 400 }), (blocks, budget) => {
      expect(tokensOf(fill(blocks, budget))).toBeLessThanOrEqual(budget);
    }),
  );
});

test("R2: what fits is returned whole and in order", () => {
  const blocks = [
    { title: "First", lines: ["one", "two"], atMost: 0.5 },
    { title: "Second", lines: ["three"] },
  ];
  expect(fill(blocks, 400)).toBe("First:\none\ntwo\nSecond:\nthree");
});
