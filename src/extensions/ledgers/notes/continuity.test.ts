import fc from "fast-check";
import { expect, test } from "vitest";
import { PROJECT_ROOT } from "../identifiers.ts";
import { SCENARIO_TYPES, type WrittenDecision } from "../ledger-entries.ts";
import { type Continuity, continuityText } from "./continuity.ts";
import { readContinuity, readSection } from "./parsing/continuity.ts";

const words = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 40 }),
    fc.constantFrom("Use `a|b` <!-- x -->", "**Decision**: no", "## no", "- [ ] x", "[x:1]"),
  )
  .map((text) => text.replace(/\s+/gu, " ").trim())
  .filter((text) => text !== "" && !/&lt;/u.test(text));
const quote = words.filter((text) => !/^`|`$/u.test(text));
const decision: fc.Arbitrary<WrittenDecision> = fc.record({
  id: fc.uuid(),
  task: fc.constantFrom("auth", "ui-polish"),
  ts: fc.constant("2026-01-01T10:00:00.000Z"),
  decision: words,
  rationale: words,
  alternatives: fc.array(words, { maxLength: 2 }),
  evidence: fc.array(
    fc.record({
      path: fc.constant(`${PROJECT_ROOT}/src/a file.ts`),
      line: fc.integer({ min: 1, max: 9999 }),
      quote,
    }),
    { maxLength: 2 },
  ),
  testScenarios: fc.array(
    fc.record({
      name: words.filter((name) => !/\(\w+\)/u.test(name)),
      type: fc.constantFrom(...SCENARIO_TYPES),
      expected: words,
    }),
    { maxLength: 2 },
  ),
});
const continuity: fc.Arbitrary<Continuity> = fc.record({
  task: words,
  checkpoint: fc.constant("2026-01-01T10:00:00.000Z"),
  state: words,
  places: fc.array(
    fc.record({
      identifier: fc.constant(`${PROJECT_ROOT}/src/a.ts:1-9`),
      purpose: words,
      verified: fc.constant("10:00:00Z"),
    }),
    { maxLength: 2 },
  ),
  decisions: fc.array(decision, { maxLength: 3 }),
  questions: fc.array(fc.record({ text: words, done: fc.boolean() }), { maxLength: 3 }),
});

const NONE = { alternatives: [], evidence: [], testScenarios: [] };

test("L1: what the section says is read again as it was meant, whatever words are in it", () => {
  fc.assert(
    fc.property(continuity, fc.constantFrom("Task", "Bead"), (one, word) => {
      expect(readContinuity(continuityText(one, word))).toEqual(one);
    }),
  );
});

test("L1: a decision of which a heading shows nothing keeps its time", () => {
  const one = { ...{ id: "d1", task: "auth", ts: "2026-01-01T10:00:00.000Z", decision: "_", rationale: "!" }, ...NONE };
  const { decisions } = readContinuity(continuityText({ ...readContinuity(""), decisions: [one] }, "Task"));
  expect(decisions).toEqual([one]);
});

test("L1: of what we write ourselves nothing is left over; of what a person adds, nothing is lost", () => {
  fc.assert(
    fc.property(continuity, fc.nat(), (one, at) => {
      const text = continuityText(one, "Task");
      expect(readSection(text).left()).toEqual([]);
      const lines = text.split("\n");
      lines.splice(at % lines.length, 0, "A person's word: zebrafinch.");
      const edited = lines.join("\n");
      const kept = [continuityText(readContinuity(edited), "Task"), ...readSection(edited).left()].join("\n");
      expect(kept).toContain("zebrafinch");
    }),
  );
});

const blockOfAPerson = fc.constantFrom(
  "```sh\nredis-cli ping\n\n## no heading\n**Decision**: no decision\nredis-cli ping\n```",
  "~~~\n<!-- decision 1 -->\n- [ ] no question\n~~~",
  "| option | cost |\n|---|---|\n| redis | 5 |",
  "> a quote\n> - [ ] with a point\n>\n> ## and a heading",
  "<!-- a comment\nof several lines -->",
  "A paragraph\nof two lines.",
  "![diagram](d.png)",
  "[target]: https://example.test",
  "***",
  "    indented code\n\n    of three lines",
);

test("L1: a block that a person puts between the markers is moved whole, and changes nothing of what is read", () => {
  fc.assert(
    fc.property(continuity, blockOfAPerson, fc.nat(), (one, block, at) => {
      const lines = continuityText(one, "Task").split("\n");
      lines.splice(at % lines.length, 0, "", block, "");
      const { continuity, left } = readSection(lines.join("\n"));
      expect(left().join("\n")).toContain(block);
      expect(continuity).toEqual(one);
    }),
  );
});

test("L1: the section has the form that people know", () => {
  const text = continuityText(
    {
      task: "auth-refresh (Token refresh)",
      checkpoint: "2026-01-15T14:30:00Z",
      state: "Grace period is in; clock skew comes next.",
      places: [
        { identifier: `${PROJECT_ROOT}/src/auth/jwt.ts:45-67`, purpose: "Token validation", verified: "14:25:00Z" },
      ],
      decisions: [
        {
          id: "d1",
          task: "auth-refresh",
          ts: "2026-01-15T14:30:00Z",
          decision: "Use rotating refresh tokens. They are short-lived.",
          rationale: "Prevents replay.",
          alternatives: ["Stateless tokens"],
          evidence: [
            {
              path: `${PROJECT_ROOT}/src/auth/refresh.ts`,
              line: 12,
              quote: "export async function\n  rotate()",
            },
          ],
          testScenarios: [{ name: "Both expired", type: "error_handling", expected: "Sign in again" }],
        },
      ],
      questions: [{ text: "Per client?", done: false }],
    },
    "Bead",
  );
  expect(text).toMatchSnapshot();
});

test("L1: a decision that a person wrote by hand is read, with as much as is there", () => {
  const text = `### Decision Log\n\n#### Use tabs\nBecause Ada said so.\n\n#### 2026-02-01T08:00:00Z - Ship on Friday\n**Rationale**: The\nfair begins.\n**Evidence**:\n- \`x\` [${PROJECT_ROOT}/a.ts:3]\n- said so\n- \`x\` [a.ts:3], \`y\` [b.ts:4]\n`;
  const { decisions } = readContinuity(text);
  expect(decisions[1]?.evidence).toHaveLength(1);
  // As earlier versions wrote it.
  expect(readContinuity(text.replace(":3]", ":3] in `f`")).decisions).toEqual(decisions);
  expect(decisions).toMatchObject([
    { decision: "Use tabs", rationale: "", ts: "" },
    { decision: "Ship on Friday", rationale: "The fair begins.", evidence: [{ line: 3, quote: "x" }] },
  ]);
});
