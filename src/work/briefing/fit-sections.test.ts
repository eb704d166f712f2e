import fc from "fast-check";
import { expect, test } from "vitest";
import { type Line, layOut } from "./fit-sections.ts";

const line = (text: string, rest: Partial<Line> = {}): Line => ({ text, source: " [user, 1 h ago]", ...rest });
const rules = (count: number): Line[] =>
  Array.from({ length: count }, (_, n) =>
    line(`- Queue number ${n} must never hold more than a thousand jobs at the same time.`),
  );
const more = (left: number): string => `  (${left} more rules)`;
const laid = (lines: readonly Line[], budget: number): string =>
  layOut([{ title: "**Rules**:", lines, share: budget, more }], budget)[0] ?? "";

test("K5: however many rules there are, as many as fit are shown whole, and the rest are counted", () => {
  for (const count of [5, 20, 60]) {
    const all = laid(rules(count), 1000).split("\n").slice(1);
    const shown = all.filter((one) => one.startsWith("- "));
    expect(shown.length).toBeGreaterThan(4);
    expect(all.slice(shown.length)).toEqual(shown.length < count ? [more(count - shown.length)] : []);
    for (const one of shown) expect(one).toMatch(/same time\. \[user, 1 h ago\]$/);
  }
});

test("K4: an earlier or later statement is shown only below its line", () => {
  const long = line(`- Deploy with terraform, ${"from the folder infra/live, ".repeat(30)}`.trim());
  const under = line("  superseded: Deploy with ansible.", { isUnder: true });
  expect(laid([long, under], 75)).toBe("");
  expect(laid([line("- Deploy with terraform."), under], 200).split("\n")).toEqual([
    "**Rules**:",
    "- Deploy with terraform. [user, 1 h ago]",
    "  superseded: Deploy with ansible. [user, 1 h ago]",
  ]);
});

const anyLine = fc
  .tuple(fc.string({ minLength: 1, maxLength: 300 }), fc.boolean())
  .map(([text, isUnder]): Line => line(`- ${text.replace(/\s/g, "x")}`, { isUnder }));

test("K5: sections keep to their budget together, and every line keeps its source", () => {
  const anySection = fc.record({
    title: fc.constantFrom("", "**Rules**:"),
    lines: fc.array(anyLine, { maxLength: 12 }),
    share: fc.nat({ max: 900 }),
    more: fc.constantFrom(undefined, more),
    further: fc.nat({ max: 200 }),
  });
  fc.assert(
    fc.property(fc.array(anySection, { maxLength: 5 }), fc.nat({ max: 2000 }), (sections, budget) => {
      const texts = layOut(sections, budget);
      expect(texts.filter((text) => text !== "").join("\n").length).toBeLessThanOrEqual(budget);
      for (const one of texts.flatMap((text) => text.split("\n")))
        expect(one === "" || one === "**Rules**:" || / \[user, 1 h ago\]$| more rules\)$/.test(one)).toBe(true);
    }),
  );
});
