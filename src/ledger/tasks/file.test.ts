import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson } from "../../core/index.ts";
import type { Handoff, Scenario } from "../entries.ts";
import { SCENARIO_TYPES } from "../entries.ts";
import { readTask, writeTask } from "./file.ts";
import type { WrittenDecision, WrittenTask } from "./form.ts";

const BEAD = `# The team's own task, kept by hand.
id: beads-x7y8
title: "Token refresh" # short, please
status: in_progress
priority: 2
created: 2024-01-15T10:00:00Z
assignee: null
labels: [auth, sprint-3]

# Append only!
decisions:
  # The first one was hard.
  - ts: 2024-01-15T10:30:00Z
    decision: "Use rotating refresh tokens"
    rationale: "Prevents token theft replay attacks"
    reviewed_by: Ada
    evidence:
      - path: \${PROJECT_ROOT}/src/auth/refresh.ts
        line: 12
        quote: "export async function rotateRefreshToken()"
test_scenarios:
  - name: "Both tokens expired"
    type: error_handling
    expected: "Full re-authentication flow"
handoffs:
  - session_id: "sess-001"
    ended: 2024-01-15T12:00:00Z
    notes_ref: "grimoires/loa/NOTES.md:45-67"
    trajectory_ref: "trajectory/impl-2024-01-15.jsonl:span-abc"
    grounding_ratio: 0.97
next_steps:
  - "Implement clock skew tolerance (±30 seconds)" # ask Ada
blockers: []
`;

const word = fc.string({ minLength: 1, maxLength: 30 }).filter((text) => text.trim() !== "");
const scenario: fc.Arbitrary<Scenario> = fc.record({
  name: word,
  type: fc.constantFrom(...SCENARIO_TYPES),
  expected: word,
});
const decision: fc.Arbitrary<WrittenDecision> = fc.record({
  id: fc.uuid(),
  ts: fc.constant("2026-01-01T00:00:00.000Z"),
  decision: word,
  rationale: word,
  alternatives: fc.array(word, { maxLength: 2 }),
  evidence: fc.array(fc.record({ path: word, line: fc.integer({ min: 1, max: 9999 }), quote: word }), { maxLength: 2 }),
  testScenarios: fc.array(scenario, { maxLength: 2 }),
});
const handoff: fc.Arbitrary<Handoff> = fc.record({
  sessionId: fc.uuid(),
  ended: fc.constant("2026-01-01T00:00:00.000Z"),
  notesRef: word,
  trajectoryRef: word,
  groundingRatio: fc.double({ min: 0, max: 1, noNaN: true }).map((ratio) => Math.abs(ratio)),
});
const task: fc.Arbitrary<WrittenTask> = fc.record({
  id: fc.uuid(),
  title: word,
  status: fc.constantFrom("open", "in_progress", "blocked", "complete"),
  priority: fc.nat(4),
  created: fc.constant("2026-01-01T00:00:00.000Z"),
  decisions: fc.uniqueArray(decision, { maxLength: 3, selector: ({ id }) => id }),
  testScenarios: fc.uniqueArray(scenario, { maxLength: 3, selector: ({ name }) => name }),
  handoffs: fc.uniqueArray(handoff, { maxLength: 3, selector: ({ sessionId }) => sessionId }),
  nextSteps: fc.uniqueArray(word, { maxLength: 3 }),
  blockers: fc.uniqueArray(word, { maxLength: 3 }),
  questions: fc.uniqueArray(word, { maxLength: 3 }),
});

test("L4: what is written is read again, whatever was there before", () => {
  fc.assert(
    fc.property(task, task, (first, second) => {
      const text = writeTask("", first, "task.yaml");
      expect(readTask(text, "task.yaml")).toEqual(first);
      const again = writeTask(text, second, "task.yaml");
      const read = readTask(again, "task.yaml");
      for (const [field, value] of Object.entries(second)) {
        const found = Object.entries(read).find(([name]) => name === field)?.[1];
        if (!Array.isArray(value)) expect(found).toEqual(value);
        else expect(Array.isArray(found) && found.map(canonicalJson).sort()).toEqual(value.map(canonicalJson).sort());
      }
    }),
  );
});

test("L4: a task in the form of other programs is read, missing fields as empty", () => {
  const read = readTask(BEAD, "bead.yaml");
  expect(read).toMatchObject({ id: "beads-x7y8", status: "in_progress", questions: [], blockers: [] });
  expect(read.decisions[0]).toMatchObject({ decision: "Use rotating refresh tokens", alternatives: [] });
  expect(read.handoffs[0]).toMatchObject({ sessionId: "sess-001", groundingRatio: 0.97 });
  expect(readTask("title: x\n", "t.yaml")).toMatchObject({ title: "x", status: "open", decisions: [], nextSteps: [] });
  expect(readTask("", "t.yaml").title).toBe("");
});

test("L4: unknown fields and every comment survive a rewrite", () => {
  const before = readTask(BEAD, "bead.yaml");
  const after = writeTask(
    BEAD,
    { ...before, status: "blocked", blockers: ["CI is red"], nextSteps: [...before.nextSteps, "Then rest"] },
    "b",
  );
  for (const kept of [
    "# The team's own task, kept by hand.",
    "# short, please",
    "# Append only!",
    "# The first one was hard.",
    "reviewed_by: Ada",
    "labels: [auth, sprint-3]",
    "assignee: null",
    "# ask Ada",
  ])
    expect(after).toContain(kept);
  expect(after).toContain("status: blocked");
  expect(readTask(after, "b").nextSteps).toEqual([...before.nextSteps, "Then rest"]);
  const unchanged = writeTask(BEAD, before, "b");
  expect(unchanged).toBe(BEAD);
});

test("L4: a list that was empty grows by a line each, so that git can merge it", () => {
  const text = writeTask("title: x\nblockers: []\n", { ...readTask("title: x\n", "t"), blockers: ["a", "b"] }, "t");
  expect(text).toContain("blockers:\n  - a\n  - b\n");
});

test("L4: an item that is changed keeps its unknown fields; items that cannot be read stay", () => {
  const before = readTask(BEAD, "b");
  const [first] = before.decisions;
  if (!first) throw new Error("no decision");
  const text = writeTask(BEAD, { ...before, decisions: [{ ...first, rationale: "Prevents replay" }] }, "b");
  expect(text).toContain("reviewed_by: Ada");
  expect(text).toContain("Prevents replay");
  const odd = "title: x\nnext_steps:\n  - {deep: thing}\n  - Rest\n";
  const added = writeTask(odd, { ...readTask(odd, "o"), nextSteps: ["Rest", "Go on"] }, "o");
  expect(added).toContain("deep: thing");
  expect(readTask(added, "o").nextSteps).toEqual(["Rest", "Go on"]);
});

test("L4: a file that is no YAML is refused with its line, and a file with Windows line ends keeps them", () => {
  expect(() => readTask("title: x\nstatus: [open\npriority: 2\n", "t.yaml")).toThrow(/^t\.yaml:\d+: /);
  expect(() => readTask("- a\n- b\n", "t.yaml")).toThrow(/this is no task/);
  const windows = BEAD.replaceAll("\n", "\r\n");
  const text = writeTask(windows, { ...readTask(windows, "b"), status: "open" }, "b");
  expect(text.replaceAll("\r\n", "")).not.toContain("\n");
});
