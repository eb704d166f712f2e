import fc from "fast-check";
import { expect, test } from "vitest";
import { estimateTokens } from "../../core/index.ts";
import type { Decision, Task } from "./ledger-entries.ts";
import { type Ledgers, levelOne, levelThree, levelTwo } from "./recovery-levels.ts";

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
const workState = fc.record({
  ...{ task: text, checkpoint: text, state: text },
  places: fc.array(fc.record({ identifier: text, purpose: text, verified: text }), { maxLength: 3 }),
  questions: fc.array(fc.record({ text, done: fc.boolean() }), { maxLength: 3 }),
});
const ledgers = fc.record({
  workState,
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

test("R2: level 1 is the state of the work and the last three decisions, each with its source and age; level 3 is all", () => {
  const decisions = ["Fourth", "Third", "Second", "First"].map((words, n) => ({
    ...{ id: `decision-000${n}`, task: null, ts: "2026-03-01T10:00:00.000Z", decision: words, rationale: "So" },
    ...{ alternatives: [], evidence: [], testScenarios: [] },
  }));
  const state = { task: "", checkpoint: "2026-03-01T11:00:00.000Z", state: "Half way.", places: [], questions: [] };
  const one = { workState: state, decisions, task: undefined, now: NOW };
  const short = levelOne(one, 200);
  expect(short).toContain("Reasoning state: Half way. [NOTES.md, 1 h ago]");
  expect(short).toContain("- Second (So) [decision ion-0002, 2 h ago]");
  expect(short).not.toContain("First");
  expect(levelThree(one)).toContain("First");
});

const decided = (decision: string, more: Partial<Decision> = {}): Decision => ({
  ...{ id: "01a1e2c1-690e-77ca-8334-1ca2e9efbf29", task: null, ts: "2026-03-01T10:00:00.000Z", decision },
  ...{ rationale: `why ${decision}`, alternatives: [], evidence: [], testScenarios: [], ...more },
});
const REFRESH: Task = {
  ...{ id: "1", slug: "token-refresh", title: "Token refresh", status: "in_progress", priority: 2 },
  ...{ created: "2026-03-01T09:00:00.000Z", decisions: [], testScenarios: [], handoffs: [] },
  ...{ nextSteps: ["Write the rotation"], blockers: ["no staging"], questions: [] },
};
const at = (state: string, decisions: readonly Decision[]): Ledgers => ({
  workState: { task: "", checkpoint: "", state, places: [], questions: [] },
  ...{ task: REFRESH, decisions, now: NOW },
});
const FOUR = ["Use One", "Use Two", "Use Three", "Use Four"].map((words) => decided(words));

test.each([
  ["of a few words", "Half way"],
  ["of 155 characters", "we are in the middle of it and ".repeat(5)],
  ["of many lines", "we are in the middle of it and ".repeat(40)],
  ["in Japanese, with emoji", "日本語の長い状態 🎉🎉🎉 ".repeat(300)],
])("R2: a reasoning state %s and the last three decisions share the room of level 1", (_, state) => {
  const text = levelOne(at(state, FOUR), 100);
  expect(estimateTokens(text)).toBeLessThanOrEqual(100);
  expect(text).toContain(`Reasoning state: ${state.slice(0, 3)}`);
  for (const words of ["Use One", "Use Two", "Use Three"]) expect(text).toContain(`- ${words}`);
  expect(text).not.toContain("Use Four");
});

test("R8: every line of level 1 and of level 3 says where it comes from and how old it is", () => {
  const workState = {
    ...{ task: "", checkpoint: "2026-03-01T11:00:00.000Z", state: "Half way" },
    places: [{ identifier: "x", purpose: "the way", verified: "" }],
    questions: [{ text: "Per client?", done: false }],
  };
  const one = { ...at("", FOUR), workState };
  for (const text of [levelOne(one, 300), levelThree(one), levelOne({ ...at("x", []), task: undefined }, 100)])
    for (const line of text.split("\n").slice(2, -1))
      expect(line).toMatch(/ \[(?:task|decision|NOTES\.md)\b.*, (?:\d+ \w+ ago|undated)\]$/u);
});

test("R2: level 3 cuts nothing: long words, what was not chosen, evidence, tests and blockers are all there", () => {
  const rationale = `${"because of reason number ".repeat(12)}END`;
  const evidence = [{ path: "src/a.ts", line: 12, quote: "rotate()" }];
  const testScenarios = [{ name: "Late", type: "edge_case" as const, expected: "grace" }];
  const text = levelThree(
    at("s".repeat(500), [decided("Rotate", { rationale, alternatives: ["stateless"], evidence, testScenarios })]),
  );
  for (const words of [
    "s".repeat(500),
    "number END)",
    "not chosen: stateless",
    "rotate() (src/a.ts:12)",
    "Late (edge_case): grace",
    "no staging",
  ])
    expect(text).toContain(words);
});
