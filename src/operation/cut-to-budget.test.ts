import { expect, test } from "vitest";
import { estimateTokens } from "../core/index.ts";
import { cutToBudget } from "./cut-to-budget.ts";

const memory = (content: string) => ({
  ...{ id: "m", agent: null, project: null, content, kind: "fact", source: "user", sessionId: null, weight: 0.5 },
  ...{ createdAt: "", lastUsedAt: null, supersededBy: null, receiptId: null, score: 1, reasons: [] },
});

const TEXTS = [
  "The staging port is 9090. ".repeat(50),
  "請求書の合計が合わない。".repeat(20),
  "👩‍💻🦦".repeat(40),
  "x".repeat(900),
];

test.each(TEXTS)("M4: %# is cut to any budget, between characters, and says its full size", (content) => {
  const wholeTokens = estimateTokens(content);
  for (const budget of [1, 2, 3, 7, 20, wholeTokens - 1]) {
    const cut = cutToBudget(memory(content), budget);
    expect(cut.wholeTokens).toBe(wholeTokens);
    expect(estimateTokens(cut.content)).toBeLessThanOrEqual(budget);
    expect(cut.content.endsWith("…")).toBe(true);
    expect(content.startsWith(cut.content.slice(0, -1))).toBe(true);
    expect(cut.content).not.toMatch(/[\uD800-\uDBFF]…$/);
  }
});

test("M4: a text that fits is not changed", () => {
  for (const content of ["The staging port is 9090", ...TEXTS]) {
    const whole = memory(content);
    expect(cutToBudget(whole, estimateTokens(content))).toEqual(whole);
  }
});

test("M4: words stay whole", () => {
  expect(cutToBudget(memory("The staging port is 9090, behind the proxy."), 6).content).toBe("The staging port is…");
});
