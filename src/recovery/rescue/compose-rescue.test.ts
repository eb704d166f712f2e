import fc from "fast-check";
import { expect, test } from "vitest";
import { composeRescue } from "./compose-rescue.ts";
import { keyOf } from "./items.ts";
import type { Likely } from "./rank-items.ts";

const likelyWith = (...values: readonly string[]): Likely => ({
  items: values.map((value) => ({ key: keyOf("name", value), kind: "name", value, label: value, isInWork: false })),
  lookedAt: new Map(),
});

test("R4: the lines that lead come first, then what was in use, within the budget; nothing to say is no text", () => {
  const agoMs = 180_000;
  const { text, shown } = composeRescue({
    lead: ["**Rule**: keep it"],
    likely: likelyWith("readAll"),
    agoMs,
    budget: 600,
  });
  expect(text).toMatch(
    /^<throughline-context>\n## What the compaction left out\n.*3 min ago.*\n\*\*Rule\*\*: keep it\nIn use: readAll\n/,
  );
  expect(shown.map(({ value }) => value)).toEqual(["readAll"]);
  expect(composeRescue({ lead: [], likely: likelyWith(), agoMs, budget: 600 }).text).toBe("");
});

test("R4: never over its budget, also where a secret comes to light; fenced whole, or nothing at all", () => {
  const value = fc.oneof(
    fc.string({ minLength: 1, maxLength: 60 }),
    fc.constant("DB_PASSWORD=x7y9Qz12 ghp_abcdefghijklmnopqrstuvwxyz0123456789"),
  );
  fc.assert(
    fc.property(fc.array(value, { maxLength: 20 }), fc.nat({ max: 1500 }), (values, budget) => {
      const { text } = composeRescue({ lead: values.slice(0, 2), likely: likelyWith(...values), agoMs: 0, budget });
      expect(text.length).toBeLessThanOrEqual(budget);
      if (text !== "") expect(text).toMatch(/^<throughline-context>\n[\s\S]*\n<\/throughline-context>$/);
    }),
  );
});
