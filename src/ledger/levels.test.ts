import fc from "fast-check";
import { expect, test } from "vitest";
import { estimateTokens } from "../core/index.ts";
import type { Decision } from "./entries.ts";
import { levelOne, levelThree, levelTwo } from "./levels.ts";

const NOW = Date.parse("2026-03-01T12:00:00.000Z");
const text = fc.string({ maxLength: 400, unit: "binary" });
const decision: fc.Arbitrary<Decision> = fc.record({
  id: fc.uuid(),
  task: fc.constant(null),
  ts: fc.oneof(fc.constant("2026-02-01T00:00:00.000Z"), text),
  decision: text,
  rationale: text,
  alternatives: fc.constant([]),
  evidence: fc.constant([]),
  testScenarios: fc.constant([]),
});
const standing = fc.record({
  ...{ task: text, checkpoint: text, state: text },
  places: fc.array(fc.record({ identifier: text, purpose: text, verified: text }), { maxLength: 3 }),
  questions: fc.array(fc.record({ text, done: fc.boolean() }), { maxLength: 3 }),
});
const ledgers = fc.record({
  standing,
  decisions: fc.array(decision, { maxLength: 6 }),
  task: fc.constant(undefined),
  now: fc.constant(NOW),
});

test("R2: no level ever exceeds its ceiling of tokens, whatever the ledgers hold and however low it is", () => {
  fc.assert(
    fc.property(ledgers, fc.array(text), fc.integer({ min: 1, max: 600 }), (one, found, ceiling) => {
      expect(estimateTokens(levelOne(one, ceiling))).toBeLessThanOrEqual(ceiling);
      expect(estimateTokens(levelTwo("a question", found, ceiling))).toBeLessThanOrEqual(ceiling);
    }),
  );
});

test("R2: level 1 is where the work stands and the last three decisions, each with its source and age; level 3 is all", () => {
  const decisions = ["Fourth", "Third", "Second", "First"].map((words, n) => ({
    ...{ id: `decision-000${n}`, task: null, ts: "2026-03-01T10:00:00.000Z", decision: words, rationale: "So" },
    ...{ alternatives: [], evidence: [], testScenarios: [] },
  }));
  const state = { task: "", checkpoint: "2026-03-01T11:00:00.000Z", state: "Half way.", places: [], questions: [] };
  const one = { standing: state, decisions, task: undefined, now: NOW };
  const short = levelOne(one, 200);
  expect(short).toContain("Reasoning state: Half way. [NOTES.md, 1 h ago]");
  expect(short).toContain("- Second (So) [decision ion-0002, 2 h ago]");
  expect(short).not.toContain("First");
  expect(levelThree(one)).toContain("First");
});
