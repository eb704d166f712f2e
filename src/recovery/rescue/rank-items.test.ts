import fc from "fast-check";
import { expect, test } from "vitest";
import { formatItems, formatLookedAt } from "./format-items.ts";
import { type ItemKey, keyOf } from "./items.ts";
import { likelyOf, rank } from "./rank-items.ts";
import type { Step, Trail } from "./trail.ts";

const step = (items: readonly ItemKey[], rest: Partial<Step> = {}): Step => ({
  ...{ items: new Set(items), file: undefined, range: undefined },
  ...rest,
});

const trailWith = (...steps: readonly Step[]): Trail => ({
  steps,
  itemsOf: () => new Set(),
  shortPath: (path) => path.split("/").at(-1) ?? path,
});

const valuesOf = (trail: Trail, options = {}) => rank(trail, options).map(({ value }) => value);
const names = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, n) => keyOf("name", `${prefix}${n}`));

test("R4: what came up lately, often and among few others comes first, and a file before a name", () => {
  expect(valuesOf(trailWith(step(["name old"]), ...names(40, "x").map(() => step([])), step(["name new"])))[0]).toBe(
    "new",
  );
  expect(valuesOf(trailWith(step(["name two", "name one"]), step(["name two"])))[0]).toBe("two");
  expect(valuesOf(trailWith(step(["name alone"]), step(["name crowd", ...names(30, "yyyyyy")])))[0]).toBe("alone");
  expect(valuesOf(trailWith(step(["name abcd", "path a.ts"])))[0]).toBe("a.ts");
});

test("R4: of a list of commits only those are shown that came up elsewhere too", () => {
  const commits = ["4be91d2", "77c01aa", "a90e3f1", "d26b7c4"].map((commit) => keyOf("reference", commit));
  expect(valuesOf(trailWith(step(commits.slice(0, 3))))).toHaveLength(3);
  expect(valuesOf(trailWith(step(commits)))).toEqual([]);
  expect(valuesOf(trailWith(step(commits), step(commits.slice(1, 2))))).toEqual(["77c01aa"]);
});

test("R4: what the client shows again counts less", () => {
  const trail = trailWith(step(["name gone"]), step(["name seen"], { file: "src/a.ts" }));
  expect(valuesOf(trail)).toEqual(["seen", "gone"]);
  expect(valuesOf(trail, { showsFilesAgain: true })).toEqual(["gone", "seen"]);
});

const formatted = (trail: Trail, room: number) => formatItems(likelyOf(rank(trail), trail), room);

test("R4: the three files touched last are shown with the lines looked at last, in full where there is room for all", () => {
  const read = (file: string, from: number) => step([keyOf("path", file)], { file, range: { from, to: from + 9 } });
  const trail = trailWith(
    ...[read("src/a.ts", 5), read("src/b.ts", 1), read("src/c.ts", 7), read("src/d.ts", 3), read("src/d.ts", 90)],
    step(["name readAll", "reference #42", "url https://a.b/c"]),
    step(["reference #42"]),
  );
  const { text } = formatted(trail, 400);
  const tight = formatted(trail, text.length - 4).text;
  expect(tight).toMatch(/^In use: .*src\/d\.ts:90-99 c\.ts:7-16 b\.ts:1-10 a\.ts/);
  expect(text).toMatch(/^In use: .*src\/d\.ts:90-99 src\/c\.ts:7-16 src\/b\.ts:1-10 a\.ts/);
  for (const name of ["#42", "readAll", "https://a.b/c"]) expect(text).toContain(` ${name}`);
});

test("R4: of the files touched last, the places looked at last are shown, each once, in the room there is", () => {
  const read = (file: string, from: number, to = from + 9) => step([], { file, range: { from, to } });
  const trail = trailWith(
    ...[read("lib/src/a.ts", 5), read("lib/src/a.ts", 300), read("lib/src/a.ts", 1, 40), read("lib/src/a.ts", 12)],
    ...[read("b.ts", 7), step([], { file: "src/c.ts" })],
  );
  const likely = likelyOf(rank(trail), trail);
  const text = "Looked at last: b.ts:7-16 src/a.ts:12-21,1-40,300-309";
  expect(formatLookedAt(likely, 200)).toBe(text);
  expect(formatLookedAt(likely, text.length)).toBe(text);
  expect(formatLookedAt(likely, text.length - 1)).toBe("Looked at last: b.ts:7-16");
  expect(formatLookedAt(likely, 20)).toBe("");
});

const anyKey = fc
  .tuple(fc.constantFrom("path" as const, "name" as const, "url" as const), fc.string({ minLength: 1, maxLength: 40 }))
  .map(([kind, value]) => keyOf(kind, value));

test("R4: what is shown fits its room, is shown once, and leaves out what is known", () => {
  const anyTrail = fc.array(fc.array(anyKey, { maxLength: 8 }), { maxLength: 20 });
  fc.assert(
    fc.property(anyTrail, fc.nat({ max: 400 }), (all, room) => {
      const trail = trailWith(...all.map((keys) => step(keys)));
      const likely = likelyOf(rank(trail), trail);
      const { text, shown } = formatItems(likely, room);
      expect(text.length).toBeLessThanOrEqual(room);
      expect(new Set(shown.map(({ key }) => key)).size).toBe(shown.length);
      for (const { label } of shown) expect(text).toContain(label);
      const [first] = shown;
      const rest = formatItems(likely, room, { isKnown: ({ key }) => key === first?.key }).shown;
      expect(rest.map(({ key }) => key)).not.toContain(first?.key ?? "none");
    }),
  );
});
