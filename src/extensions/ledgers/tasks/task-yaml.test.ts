import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson } from "../../../core/index.ts";
import {
  type Handoff,
  SCENARIO_TYPES,
  type Scenario,
  type WrittenDecision,
  type WrittenTask,
} from "../ledger-entries.ts";
import { readTask, writeTask } from "./task-yaml.ts";

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

const sorted = (list: readonly unknown[]): string[] => list.map(canonicalJson).sort();

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
  testScenarios: fc.array(scenario, { maxLength: 3 }),
  handoffs: fc.uniqueArray(handoff, { maxLength: 3, selector: ({ sessionId }) => sessionId }),
  nextSteps: fc.array(fc.oneof(word, fc.constantFrom("a", "b", "42", "- x: #")), { maxLength: 4 }),
  blockers: fc.array(fc.oneof(word, fc.constantFrom("a", "b", "42", "- x: #")), { maxLength: 4 }),
  questions: fc.array(fc.oneof(word, fc.constantFrom("a", "b", "42", "- x: #")), { maxLength: 4 }),
});

test("L4: what is written is read again, whatever was there before", () => {
  fc.assert(
    fc.property(task, task, (first, second) => {
      const text = writeTask("", first, "task.yaml");
      expect(readTask(text, "task.yaml")).toEqual(first);
      const again = writeTask(text, second, "task.yaml");
      const read = readTask(again, "task.yaml");
      const inOrder = (one: WrittenTask) => ({
        ...one,
        decisions: sorted(one.decisions),
        handoffs: sorted(one.handoffs),
      });
      expect(inOrder(read)).toEqual(inOrder(second));
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
  expect(() => readTask("- a\n- b\n", "t.yaml")).toThrow(/not a task/);
  const windows = BEAD.replaceAll("\n", "\r\n");
  const text = writeTask(windows, { ...readTask(windows, "b"), status: "open" }, "b");
  expect(text.replaceAll("\r\n", "")).not.toContain("\n");
});

/** Lines that a writer of whole documents would say otherwise. */
const ODD = `chat_channel: 1098765432109876543
build: 0123456789012345678901
version: 1.10
commit: 1234567e89
huge: 1e400
plus: +12
tilde: ~
empty:


owner: bob   # ask her first
? complex key
: value
"quoted key": v
emoji: "\\u263A"
folded: >
  some
  words
nested:
    - deep: 007 # spaced by four
    -   {a:  1}`;

test("L4: whatever is changed of a task, the lines of what is not ours stay as they are", () => {
  fc.assert(
    fc.property(task, task, fc.constantFrom("\n", "\r\n"), fc.boolean(), (first, second, ending, endsOpen) => {
      const lines = `${writeTask("", first, "t")}${ODD}${endsOpen ? "" : "\n"}`.replaceAll("\n", ending);
      const text = writeTask(lines, second, "t");
      expect(text).toContain(ODD.replaceAll("\n", ending));
      expect(readTask(text, "t").nextSteps).toEqual(second.nextSteps);
    }),
    { numRuns: 40 },
  );
});

const EVERYTHING_ANNOTATED = `title: Some work # working title
status: "open"   # since Monday
priority: 2   # agreed with Ann
created: 2024-01-15T10:00:00Z # so git says
blockers: [] # none, luckily
questions:   # for Ada
  # the hardest
  - One?   # first
  - Two?   # second
  # below all
`;

test("L4: what is changed keeps the comment next to it", () => {
  const before = readTask(EVERYTHING_ANNOTATED, "t");
  const change = { title: "Better", status: "in_progress", priority: 1, blockers: ["CI"], questions: ["Two?", "One?"] };
  expect(writeTask(EVERYTHING_ANNOTATED, { ...before, ...change }, "t")).toBe(`title: Better # working title
status: in_progress # since Monday
priority: 1 # agreed with Ann
created: 2024-01-15T10:00:00Z # so git says
blockers:
  # none, luckily
  - CI
questions:
  # for Ada
  # the hardest
  - Two? # second
  - One? # first
  # below all
`);
  const none = writeTask(EVERYTHING_ANNOTATED, { ...before, questions: [] }, "t");
  expect(none).toContain("questions:\n  # for Ada\n  # the hardest\n  []\n  # below all\n");
});

test("L4: a decision that a person wrote without an id gets one, and keeps its comments and what we do not know of it", () => {
  const before = readTask(BEAD, "b");
  const [theirs] = before.decisions;
  if (!theirs) throw new Error("no decision");
  const ours = { ...theirs, id: "d-2", decision: "Use RSA256", ts: "2026-01-01T00:00:00.000Z" };
  const text = writeTask(BEAD, { ...before, decisions: [ours, { ...theirs, id: "d-1" }] }, "b");
  expect(text).toContain(`  # The first one was hard.
  - ts: 2024-01-15T10:30:00Z
    decision: "Use rotating refresh tokens"
    rationale: "Prevents token theft replay attacks"
    reviewed_by: Ada
    evidence:
      - path: \${PROJECT_ROOT}/src/auth/refresh.ts
        line: 12
        quote: "export async function rotateRefreshToken()"
    id: d-1
  - id: d-2
`);
});

test("L4: lists in one line stay in one line, and what of them cannot be read stays in them", () => {
  const flow = 'title: x\nblockers: [ CI, {odd: 1}, "a, b" ] # c\nnext_steps: [one]\n';
  const text = writeTask(
    flow,
    { ...readTask(flow, "t"), blockers: ["a, b", "CI"], nextSteps: ["one", "t: w, o"] },
    "t",
  );
  expect(text).toContain('blockers: [ "a, b", CI, { odd: 1 } ] # c\n');
  expect(text).toContain('next_steps: [one, "t: w, o"]\n');
  const item = "title: x\ntest_scenarios:\n  - {name: n, expected: e, mood: 007}\n";
  const scenarios = [{ name: "n", type: "edge_case" as const, expected: "f, g" }];
  const inItem = writeTask(item, { ...readTask(item, "t"), testScenarios: scenarios }, "t");
  expect(inItem).toContain('- {name: n, expected: "f, g", mood: 007, type: edge_case}');
});

test("L4: fields that refer to each other, and a whole file in one line, are written too", () => {
  const aliased = "title: &t Some work\nquestions:\n  - *t\nseen: *t\n";
  const asked = writeTask(aliased, { ...readTask(aliased, "t"), questions: ["Some work", "More?"] }, "t");
  expect(readTask(asked, "t")).toMatchObject({ title: "Some work", questions: ["Some work", "More?"] });
  expect(asked).toContain("seen: *t\n");
  const named = "title: &t Some work\nseen: *t\n";
  expect(writeTask(named, { ...readTask(named, "t"), title: "Better" }, "t")).toBe("title: &t Better\nseen: *t\n");
  const flow = "{title: x, mine: 1}\n";
  const begun = writeTask(flow, { ...readTask(flow, "t"), status: "in_progress" }, "t");
  expect(readTask(begun, "t").status).toBe("in_progress");
  expect(begun).toContain("mine: 1");
});
