import { expect, test } from "vitest";
import { madeOf, wordsOf } from "./words.ts";

const names = ["retryLimit", "retryCount", "retry_delay", "parseHeader"];

test("R4: a name has the words that it is made of, in whatever form they are said", () => {
  expect(wordsOf("parsing of headers")).toEqual(new Set(["pars", "header"]));
  const share = madeOf(wordsOf("We were parsing the headers"), names);
  expect(share("parseHeader")).toBeGreaterThan(0.5);
  expect(share("retryLimit")).toBe(0);
});

test("R4: a word that many names have says less of each", () => {
  const share = madeOf(wordsOf("the retry, and its limit"), names);
  expect(share("retryLimit")).toBeGreaterThan(2 * share("retryCount"));
  expect(share("retryCount")).toBeGreaterThan(0);
});

test("R4: of a name without words nothing is said", () => {
  expect(madeOf(wordsOf("the limit"), ["--"])("--")).toBe(0);
});
