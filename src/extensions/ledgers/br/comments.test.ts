import fc from "fast-check";
import { expect, test } from "vitest";
import { redact } from "../../../core/index.ts";
import { decisionComment, decisionIn, handoffComment, handoffIn } from "./comments.ts";

const commentOf = (text: string) => ({ id: "3", author: "ada", text, created_at: "2026-01-15T10:00:00Z" });

/** As the ledgers keep words: in one line, without secrets. */
const words = fc
  .string({ unit: "grapheme", minLength: 1 })
  .map((text) => redact(text).replaceAll("\0", "").replace(/\s+/gu, " ").trim())
  .filter((text) => text !== "");

test("L5: a decision is read from its comment as it was", () => {
  const decision = fc.record({
    id: fc.uuid(),
    task: fc.constant("br-1"),
    ts: fc.constant("2026-01-15T10:00:00Z"),
    decision: fc.oneof(words, fc.constant("Next: what a label looks like")),
    rationale: words,
    alternatives: fc.array(words),
    evidence: fc.array(
      fc.record({ path: fc.constant("src/a.ts"), line: fc.integer({ min: 1, max: 9999 }), quote: words }),
    ),
    testScenarios: fc.constant([{ name: "Late", type: "edge_case" as const, expected: "grace" }]),
  });
  fc.assert(
    fc.property(decision, (one) => {
      expect(decisionIn(commentOf(decisionComment(one)), "br-1")).toEqual(one);
    }),
  );
});

test("L5: a handoff is read from its comment as it was", () => {
  const handoff = {
    ...{ sessionId: "sess-003", ended: "2026-01-15T10:00:00Z", notesRef: "NOTES.md:93-120" },
    ...{ trajectoryRef: "t.jsonl:7", groundingRatio: 0.96 },
  };
  const lists = fc.record({ nextSteps: fc.array(words), blockers: fc.array(words), questions: fc.array(words) });
  fc.assert(
    fc.property(lists, (notes) => {
      expect(handoffIn(commentOf(handoffComment(handoff, notes)))).toEqual({ handoff, notes });
    }),
    { examples: [[{ nextSteps: [], blockers: ["\uFFFD"], questions: [] }]] },
  );
});

test("L5: what a person wrote by hand is read too; other comments are none", () => {
  expect(decisionIn(commentOf("DECISION: Use\n  RSA256\nRationale: known\nto all"), "br-1")).toMatchObject({
    ...{ id: "br-1#3", decision: "Use RSA256", rationale: "known to all" },
  });
  expect(handoffIn(commentOf("HANDOFF: the tests are red"))).toMatchObject({
    ...{ handoff: { sessionId: "ada", groundingRatio: 0 }, notes: { nextSteps: ["the tests are red"] } },
  });
  for (const text of ["", "DECISION:", "DECISION:\n\n", "No DECISION: here"])
    expect(decisionIn(commentOf(text), "br-1")).toBeUndefined();
  expect(handoffIn(commentOf("handed on"))).toBeUndefined();
});

test("L5: a comment fits in an argument of a program, without NUL and without half a character", () => {
  const text = decisionComment({
    ...{ id: "d", task: null, ts: "", decision: `a\0${"é".repeat(90_000)}`, rationale: "", alternatives: [] },
    ...{ evidence: [], testScenarios: [] },
  });
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(100_000);
  expect(text).not.toMatch(/\0|\uFFFD/);
});
