import { expect, test } from "vitest";
import { termsOf } from "../text/words.ts";
import { FACT_PAIRS } from "./pairs.test-kit.ts";
import { subjectTerms } from "./subject.ts";

test("M1: what a fact is about comes first, its own value last", () => {
  expect(subjectTerms("The API now runs on port 9090")).toEqual(["api", "port", "run", "9090"]);
  expect(subjectTerms("Maya's favourite colour is blue").slice(0, 3)).toEqual(["maya", "favourit", "colour"]);
});

test("M1: what is turned down is searched for: the older fact says it", () => {
  expect(subjectTerms("We use pnpm (not npm)")[0]).toBe("npm");
  expect(subjectTerms("小王现在住在上海")).toContain("小王");
});

test("M1: at most eight terms, each once, and each one that the store knows", () => {
  for (const { newer } of FACT_PAIRS) {
    const terms = subjectTerms(newer);
    expect(terms.length).toBeLessThanOrEqual(8);
    expect(new Set(terms).size).toBe(terms.length);
    expect(termsOf(newer)).toEqual(expect.arrayContaining(terms));
  }
  expect(subjectTerms("")).toEqual([]);
});

test("M1: by these terms nearly every older fact is found that a newer one replaces", () => {
  const conflicts = FACT_PAIRS.filter((pair) => pair.conflict);
  const reached = conflicts.filter(({ newer, older }) => {
    const said = new Set(termsOf(older));
    return subjectTerms(newer).some((term) => said.has(term));
  });
  expect(reached.length / conflicts.length).toBeGreaterThanOrEqual(0.98);
});
