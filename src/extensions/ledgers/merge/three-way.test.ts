import fc from "fast-check";
import { expect, test } from "vitest";
import { threeWay } from "./three-way.ts";

const data: fc.Arbitrary<unknown> = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<unknown>("a", "b", 1, true, null),
    fc.array(tie("any"), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom("id", "name", "text", "steps"), tie("any"), { noNullPrototype: true }),
  ),
})).any;

const clean = (merged: unknown) => ({ merged, conflicts: [] });

test("L1: what only one side changed is taken from that side, without a conflict", () => {
  fc.assert(
    fc.property(data, data, (base, other) => {
      expect(threeWay(base, other, base)).toEqual(clean(other));
      expect(threeWay(base, base, other)).toEqual(clean(other));
      expect(threeWay(base, other, other)).toEqual(clean(other));
    }),
  );
});

test("L1: items that both sides added are both kept, the file's first", () => {
  const texts = fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 6 });
  fc.assert(
    fc.property(texts, texts, texts, (base, byPerson, byUs) => {
      const { merged, conflicts } = threeWay(base, [...base, ...byPerson], [...base, ...byUs]);
      expect(conflicts).toEqual([]);
      for (const text of [...base, ...byPerson, ...byUs]) expect(merged).toContain(text);
      expect(merged).toEqual(expect.arrayContaining([...base, ...byPerson]));
    }),
  );
});

test("L1: a person's edit of one field and ours of another are both kept", () => {
  const base = { id: "d1", decision: "Use A.", rationale: "Fast." };
  const file = { ...base, rationale: "Fast and small." };
  const store = { ...base, evidence: ["x"] };
  expect(threeWay([base], [file], [store])).toEqual(clean([{ ...file, evidence: ["x"] }]));
});

test("L1: where both changed the same thing the file wins, and the conflict says where and what", () => {
  const of = (rationale: string) => ({ decisions: [{ id: "d1", rationale }] });
  expect(threeWay(of("Fast."), of("Small."), of("Simple."))).toEqual({
    merged: of("Small."),
    conflicts: [{ at: "decisions/d1/rationale", file: "Small.", store: "Simple." }],
  });
});

test("L1: what a person removed stays removed; what we had changed meanwhile is a conflict", () => {
  expect(threeWay(["a", "b"], ["a"], ["a", "b", "c"])).toEqual(clean(["a", "c"]));
  const [one, changed] = [
    { id: "1", text: "a" },
    { id: "1", text: "b" },
  ];
  expect(threeWay([one], [], [changed])).toEqual({
    merged: [],
    conflicts: [{ at: "1", file: undefined, store: changed }],
  });
});

test("L1: without a base, an empty side removes nothing from the other", () => {
  expect(threeWay(undefined, { state: "Half way" }, { state: "" })).toEqual({
    merged: { state: "Half way" },
    conflicts: [],
  });
  expect(threeWay(undefined, { state: "" }, { state: "Half way" })).toEqual({
    merged: { state: "Half way" },
    conflicts: [],
  });
});
