import { expect, test } from "vitest";
import { type Look, Tidiness } from "./tidy.ts";

const busy: Look = { utilization: 0.6, active: 1200 };
const quiet: Look = { utilization: 0.001, active: 2 };
const aHook: Look = { utilization: 0.005, active: 10 };

const told = (looks: readonly Look[], tidiness = new Tidiness()) => looks.map((look) => tidiness.due(look));
const tidied = () => {
  const tidiness = new Tidiness();
  told([quiet, quiet, quiet], tidiness);
  return tidiness;
};

test("the start is tidied up after: collected first, then compacted, and then left alone", () => {
  expect(told([quiet, quiet, quiet, quiet, quiet])).toEqual(["collect", undefined, "compact", undefined, undefined]);
});

test("nothing is tidied while there is work, and all of it begins anew after work that came between", () => {
  expect(told([busy, busy, quiet, busy, quiet, quiet, quiet], tidied())).toEqual([
    ...[undefined, undefined, "collect", undefined],
    ...["collect", undefined, "compact"],
  ]);
});

test("little work is left alone until much of it has come together", () => {
  const due = told(Array(110).fill(aHook), tidied());
  expect(due.slice(0, 100)).toEqual(Array(100).fill(undefined));
  expect(due.slice(100)).toContain("compact");
});
