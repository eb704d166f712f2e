import { expect, test } from "vitest";
import { type Predicted, predict, type Situation } from "./prediction.ts";
import type { Source, Step } from "./steps.ts";
import type { ThingKey } from "./things.ts";

const quiet: Situation = { occasion: "compacted", isKnown: () => false, shown: new Set(), inHand: new Set() };

let seq = 0;
const step = (source: Source, things: readonly ThingKey[], fields: Partial<Step> = {}): Step => {
  seq += 1;
  return {
    ...{ source, seq, act: { kind: "other" }, file: undefined, chars: 100, lines: new Map(), range: undefined },
    things: new Set(things),
    ...fields,
  };
};
const idle = (count: number) => Array.from({ length: count }, () => step("said", []));
const order = (steps: readonly Step[], situation = quiet): string[] =>
  predict({ steps }, situation).map(({ value }: Predicted) => value);

test("R4: what came up last comes first", () => {
  expect(order([step("said", ["name earlyName"]), ...idle(50), step("said", ["name lateName"])])).toEqual([
    "lateName",
    "earlyName",
  ]);
});

test("R4: what the agent ran itself counts more than what it only saw", () => {
  expect(order([step("ran", ["name ownName1"]), step("result", ["name seenName"])])).toEqual(["ownName1", "seenName"]);
});

test("R4: what stands among many others counts less than what stands alone", () => {
  const crowd = Array.from({ length: 30 }, (_, n): ThingKey => `name someName${n}`);
  expect(order([step("result", ["name aloneName"]), step("result", crowd)])[0]).toBe("aloneName");
});

test("R4: what was said of the work in hand comes before what is as new", () => {
  const steps = [
    step("result", ["path src/auth.ts", "name ofTheWork"]),
    step("result", ["path src/other.ts", "name ofSomething"]),
  ];
  const inHand = new Set<ThingKey>(["path src/auth.ts"]);
  const names = order(steps, { ...quiet, inHand }).filter((value) => value.startsWith("of"));
  expect(names).toEqual(["ofTheWork", "ofSomething"]);
});

test("R4: what was seen of a file stays as near as the file", () => {
  const read = step("result", ["name inTheFile1"], {
    file: "src/a.ts",
    act: { kind: "read", path: "src/a.ts", lines: undefined },
  });
  const edit = step("wrote", ["path src/a.ts"], { file: "src/a.ts", act: { kind: "edit", path: "src/a.ts" } });
  const names = order([read, step("result", ["name somewhere11"]), ...idle(60), edit]).filter(
    (value) => !value.includes("/"),
  );
  expect(names).toEqual(["inTheFile1", "somewhere11"]);
});

test("R4: what the agent has before it already is left out, and what its client shows again comes last", () => {
  const steps = [step("said", ["name known1Name", "name shownName", "name otherName"])];
  const situation = {
    ...quiet,
    isKnown: (key: ThingKey) => key === "name known1Name",
    shown: new Set<ThingKey>(["name shownName"]),
  };
  expect(order(steps, situation)).toEqual(["otherName", "shownName"]);
});

test("R4: for another session, what came up again and again counts more than what came last", () => {
  const steps = [
    ...Array.from({ length: 8 }, () => step("wrote", ["name oftenNamed1"])),
    ...idle(60),
    step("said", ["name lastlyNamed"]),
  ];
  expect(order(steps, { ...quiet, occasion: "next" })[0]).toBe("oftenNamed1");
  expect(order(steps, quiet)[0]).toBe("lastlyNamed");
});
