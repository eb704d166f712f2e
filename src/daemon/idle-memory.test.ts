import { expect, test } from "vitest";
import { IdleMemory, type Load } from "./idle-memory.ts";

const busy: Load = { utilization: 0.6, active: 1200 };
const quiet: Load = { utilization: 0.001, active: 2 };
const aHook: Load = { utilization: 0.005, active: 10 };

const dueAt = (looks: readonly Load[], memory = new IdleMemory()) => looks.map((look) => memory.due(look));
const tidied = () => {
  const memory = new IdleMemory();
  dueAt([quiet, quiet, quiet], memory);
  return memory;
};

test("the start is tidied up after: collected first, then compacted, and then left alone", () => {
  expect(dueAt([quiet, quiet, quiet, quiet, quiet])).toEqual(["collect", undefined, "compact", undefined, undefined]);
});

test("nothing is tidied while there is work, and all of it starts over after work that came between", () => {
  expect(dueAt([busy, busy, quiet, busy, quiet, quiet, quiet], tidied())).toEqual([
    ...[undefined, undefined, "collect", undefined],
    ...["collect", undefined, "compact"],
  ]);
});

test("little work is left alone until much of it has come together", () => {
  const due = dueAt(Array(110).fill(aHook), tidied());
  expect(due.slice(0, 100)).toEqual(Array(100).fill(undefined));
  expect(due.slice(100)).toContain("compact");
});
