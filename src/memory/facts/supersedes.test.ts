import { describe, expect, test } from "vitest";
import { FACT_PAIRS, type FactPair } from "./pairs.test-kit.ts";
import { supersedes } from "./supersedes.ts";

const finds = ({ newer, older }: FactPair): boolean => supersedes(newer, older) !== undefined;

function figuresOf(pairs: readonly FactPair[]): { precision: number; recall: number } {
  const found = pairs.filter(finds);
  const right = found.filter((pair) => pair.conflict).length;
  return { precision: right / found.length, recall: right / pairs.filter((pair) => pair.conflict).length };
}

describe("M1: what a newer fact replaces, on labelled pairs", () => {
  test("M1: the set is large enough to mean something", () => {
    expect(FACT_PAIRS.filter((pair) => pair.conflict).length).toBeGreaterThanOrEqual(120);
    expect(FACT_PAIRS.filter((pair) => !pair.conflict).length).toBeGreaterThanOrEqual(160);
    expect(FACT_PAIRS.every((pair) => pair.older !== "" && pair.newer !== "")).toBe(true);
  });
  test("M1: pairs that were kept apart: hardly ever wrong, most are found", () => {
    const { precision, recall } = figuresOf(FACT_PAIRS.filter((pair) => pair.held));
    expect(precision).toBeGreaterThanOrEqual(0.97);
    expect(recall).toBeGreaterThanOrEqual(0.9);
  });
  test("M1: all pairs: hardly ever wrong, most are found", () => {
    const { precision, recall } = figuresOf(FACT_PAIRS);
    expect(precision).toBeGreaterThanOrEqual(0.97);
    expect(recall).toBeGreaterThanOrEqual(0.95);
  });
  test("M1: the only pairs that are replaced are labelled so", () => {
    expect(FACT_PAIRS.filter((pair) => !pair.held && !pair.conflict && finds(pair))).toEqual([]);
  });
});

describe("M1: why a fact is replaced", () => {
  test.each([
    ["The API runs on port 8080", "The API now runs on port 9090", "port: 8080 → 9090"],
    ["The build takes 30 seconds", "The build takes 30 minutes", "build: 30 seconds → 30 minutes"],
    ["Indent with spaces", "Use tabs instead of spaces for indentation", "tabs instead of spaces"],
    ["Always squash commits", "Never squash commits", "the opposite was said before"],
    ["Paul works at Siemens", "Paul no longer works at Siemens", "no longer so"],
    ["Maya prefers tea over coffee", "Maya prefers coffee over tea", "the other way round than before"],
    ["Wir verwenden npm", "Wir verwenden pnpm statt npm", "pnpm instead of npm"],
    ["小王住在北京", "小王现在住在上海", "小王: 北京 → 上海"],
  ])("M1: %s / %s", (older, newer, why) => {
    expect(supersedes(newer, older)).toEqual({ why });
  });
});

describe("M1: nothing is hidden that may still be true", () => {
  test.each([
    ["of an older fact of several sentences", "The port is 8080. TLS ends at the proxy.", "The port is 9090"],
    ["of an older fact that says two things", "Tom lives in Berlin and works at SAP", "Tom moved to Hamburg"],
    ["by a plan", "The port is 8080", "The port will be 9090"],
    ["by a guess", "The port is 8080", "Maybe the port is 9090"],
    ["by a condition", "The port is 8080", "If TLS is on, the port is 9090"],
    ["by what was", "The port is 8080", "The port was 9090"],
    ["by a narrower fact", "We use npm", "We use pnpm instead of npm on staging"],
    ["by somebody unnamed", "He lives in Berlin", "He now lives in Hamburg"],
    ["by the same in other words", "Do not disable logging", "Enable logging"],
    ["by what was only asked for", "We use npm", "We asked to use pnpm instead of npm"],
    ["by the same day written otherwise", "The exam is on March 14", "The exam is on 14 March"],
    ["of what was one of a row", "The next release is on Monday", "The next release is on Thursday"],
    ["by a question", "The port is 8080", "Is the port 9090?"],
    ["by an addition", "The port is 8080", "The port is also 9090"],
  ])("M1: not %s", (_, older, newer) => {
    expect(supersedes(newer, older)).toBeUndefined();
  });
});
