import fc from "fast-check";
import { expect, test } from "vitest";
import { layOut, type Section } from "./sections.ts";

const line = fc.record({
  text: fc.oneof(fc.lorem(), fc.string({ unit: "binary", maxLength: 300 }), fc.constant("x".repeat(1000))),
  hasEnd: fc.boolean(),
  source: fc.oneof(fc.constantFrom("", " [#12, 3 d 4 h ago]", " (2 edits, 5 min ago)"), fc.string({ maxLength: 90 })),
});
const section = fc.record({
  title: fc.string({ maxLength: 60 }),
  lines: fc.array(line, { maxLength: 12 }),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
  isWhole: fc.boolean(),
});

const short = (title: string, count: number, share: number): Section => ({
  title,
  lines: Array.from({ length: count }, (_, n) => ({ text: `- line ${n} of ${title}`, source: ` [#${n}]` })),
  share,
});

test("R1: never more than the budget, for any sections and any budget", () => {
  fc.assert(
    fc.property(fc.array(section, { maxLength: 10 }), fc.integer({ min: -5, max: 3000 }), (sections, budget) => {
      expect(layOut(sections, budget).length).toBeLessThanOrEqual(Math.max(0, budget));
    }),
    { numRuns: 500 },
  );
});

test("R8: the source of a line is there whole, or the line is not there", () => {
  fc.assert(
    fc.property(
      fc.array(fc.lorem({ maxCount: 40 }), { minLength: 1, maxLength: 10 }),
      fc.nat({ max: 1500 }),
      (texts, budget) => {
        const lines = texts.map((text, n) => ({ text: `- ${text}`, source: ` [#${n}, 3 d 4 h ago]` }));
        const shown = layOut([{ title: "T", lines, share: 1 }], budget)
          .split("\n")
          .filter((text) => text.startsWith("- "));
        for (const text of shown) expect(text).toMatch(/ \[#\d+, 3 d 4 h ago\]$/);
      },
    ),
  );
});

test("R8: a source that leaves no room for its words takes its line out, and the budget holds", () => {
  const line = { text: "words ".repeat(20), source: ` [${"s".repeat(90)}]` };
  for (let budget = 0; budget < 300; budget++) {
    const text = layOut([{ title: "T", lines: [line], share: 1 }], budget);
    expect(text.length).toBeLessThanOrEqual(budget);
    if (text !== "") expect(text).toMatch(/^T\n.+ \[s{90}\]$/);
  }
});

test("R1: what is to be told whole is told whole or not at all", () => {
  const texts = [300, 20, 120].map((length) => `- ${"w".repeat(length)}`);
  const section = { title: "T", lines: texts.map((text) => ({ text, source: " [#1]" })), share: 1, isWhole: true };
  const whole = new Set(texts.map((text) => `${text} [#1]`));
  for (let budget = 0; budget < 600; budget++)
    for (const line of layOut([section], budget).split("\n").slice(1)) expect(whole).toContain(line);
  expect(layOut([section], 200).split("\n")).toHaveLength(3);
});

test("R1: where everything fits, everything is there, in order", () => {
  const sections = [short("one", 2, 0.1), short("empty", 0, 0.5), short("two", 3, 0.1)];
  expect(layOut(sections, 2000)).toBe(
    [
      "one",
      "- line 0 of one [#0]",
      "- line 1 of one [#1]",
      "two",
      "- line 0 of two [#0]",
      "- line 1 of two [#1]",
      "- line 2 of two [#2]",
    ].join("\n"),
  );
});

test("R1: what one section leaves over goes to the others; a title never stands alone", () => {
  const long = { title: "long", lines: [{ text: "word ".repeat(400), source: " [#1]" }], share: 0.1 };
  const text = layOut([short("short", 1, 0.5), long], 1000);
  expect(text.length).toBeGreaterThan(900);
  expect(layOut([long], 20)).toBe("");
});

test("R1: every line gets its part: the last of nine is there as well as the first", () => {
  const lines = Array.from({ length: 9 }, (_, n) => ({
    text: `- request ${n}: ${"details ".repeat(40)}`,
    source: ` [#${n}]`,
  }));
  const text = layOut([{ title: "Asked", lines, share: 1 }], 900);
  for (let n = 0; n < 9; n++) expect(text).toContain(`request ${n}`);
});
