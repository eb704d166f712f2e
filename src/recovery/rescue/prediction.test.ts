import fc from "fast-check";
import { expect, test } from "vitest";
import { type Predicted, predict, type Situation } from "./prediction.ts";
import type { Source, Step } from "./steps.ts";
import type { ThingKey } from "./things.ts";

const quiet: Situation = {
  ...{ occasion: "compacted", isKnown: () => false, shown: new Set() },
  ...{ inHand: new Set(), words: new Set() },
};

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

test("R4: a folder, or what only looks like a path, comes after a file that is as near", () => {
  const steps = [step("result", ["path src/auth", "path feature/auth", "path src/auth/session.ts"])];
  expect(order(steps)[0]).toBe("src/auth/session.ts");
  const touched = step("called", ["path bin/deploy"], { file: "bin/deploy" });
  expect(order([...steps, touched])[0]).toBe("bin/deploy");
});

test("R4: a name that the work has just got to comes before one that was there all along", () => {
  const late = step("result", ["name allAlong11", "name justCameUp"]);
  expect(order([step("result", ["name allAlong11"]), ...idle(300), late])[0]).toBe("justCameUp");
});

test("R4: a name that stands in many files comes after one that stands in none", () => {
  const files = ["a.ts", "b.ts", "c.ts"].map((file) => step("result", ["name everywhere"], { file }));
  const late = step("result", ["name everywhere", "name onlyHere11"]);
  expect(order([...files, step("said", ["name onlyHere11"]), ...idle(300), late])[0]).toBe("onlyHere11");
});

test("R4: a name that the agent thought about comes before one that only stood there", () => {
  const seen = step("result", ["name bystander", "name thoughtOf1"]);
  const beside = (source: Source) =>
    order([seen, step(source, ["name thoughtOf1"]), step("ran", ["name bystander"]), ...idle(60), seen]);
  expect(beside("thought")[0]).toBe("thoughtOf1");
  expect(beside("said")[0]).toBe("bystander");
});

test("R4: a name made of the words in which the work in hand is spoken of comes first, unless they are everybody's", () => {
  const steps = [step("result", ["name parseFile1", "name retryLimit", "name openFile11"])];
  expect(order(steps, { ...quiet, words: new Set(["limit"]) })[0]).toBe("retryLimit");
  expect(order(steps, { ...quiet, words: new Set(["file", "limit"]) })[0]).toBe("retryLimit");
});

test("R4: for another session, what stood with what was said last is done with", () => {
  const steps = [
    step("wrote", ["name finished1", "path src/last.ts"]),
    step("wrote", ["name leftOver1", "path src/a.ts"]),
  ];
  const situation = { ...quiet, inHand: new Set<ThingKey>(["path src/last.ts"]) };
  const names = order(steps, { ...situation, occasion: "next" }).filter((value) => value.endsWith("1"));
  expect(names).toEqual(["leftOver1", "finished1"]);
  expect(order(steps, situation).filter((value) => value.endsWith("1"))).toEqual(["finished1", "leftOver1"]);
});

test("R4: for another session, a file beside one that was changed comes before one that lies elsewhere", () => {
  const changed = step("wrote", ["path src/auth/login.ts"], { file: "src/auth/login.ts" });
  const steps = [step("result", ["path lib/pages/list.ts", "path src/auth/token.ts"]), changed];
  const unopened = (occasion: Situation["occasion"]) =>
    order(steps, { ...quiet, occasion }).filter((value) => value !== "src/auth/login.ts");
  expect(unopened("next")).toEqual(["src/auth/token.ts", "lib/pages/list.ts"]);
  expect(unopened("compacted")).toEqual(["lib/pages/list.ts", "src/auth/token.ts"]);
});

test("R4: for another session, the name of a single test comes after other names", () => {
  const steps = [step("wrote", ["name TestLogin_Works", "name otherName_Works"]), ...idle(60)];
  expect(order(steps, { ...quiet, occasion: "next" })[0]).toBe("otherName_Works");
  expect(order(steps)[0]).toBe("TestLogin_Works");
});

const keys = fc.constantFrom<ThingKey>(
  "path src/a.ts",
  "path src",
  "name someName",
  "reference #42",
  "command npm test",
);
const sources = fc.constantFrom<Source>("user", "said", "ran", "wrote", "result");
const steps = fc.array(fc.tuple(sources, fc.uniqueArray(keys), fc.option(fc.constant("src/a.ts"), { nil: undefined })));

test("R4: whatever came up, each thing is guessed once, with a score that can be compared, the best first", () => {
  fc.assert(
    fc.property(steps, fc.constantFrom("compacted" as const, "next" as const), (drawn, occasion) => {
      const came = drawn.map(([source, things, file]) => step(source, things, { file }));
      const predicted = predict({ steps: came }, { ...quiet, occasion });
      const scores = predicted.map(({ score }) => score);
      expect(new Set(predicted.map(({ key }) => key))).toEqual(new Set(came.flatMap(({ things }) => [...things])));
      expect(scores.every((score) => Number.isFinite(score) && score > 0)).toBe(true);
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
    }),
  );
});
