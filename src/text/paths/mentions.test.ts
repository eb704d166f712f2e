import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expectProportional } from "../../../test/support/growth.ts";
import { mentionsIn } from "./named-paths.ts";

const paths = (text: string) => mentionsIn(text).map(({ path }) => path);

describe("N5: the paths that a checkpoint names", () => {
  test.each<[string, string[]]>([
    ["Wrote src/auth.py lines 45-120, login flow complete", ["src/auth.py"]],
    ["Look at `token.ts`, README.md and ./run.sh.", ["token.ts", "README.md", "./run.sh"]],
    ["Edit the Makefile (and /etc/hosts).", ["Makefile", "/etc/hosts"]],
    ["See https://example.com/a.html and mail a@b.md", []],
    ["Node.js 20 and Next.js, version 1.2.3, e.g. this", []],
    ["glob src/*.ts and $HOME/x.ts", []],
    ["src/认证.py, docs/übersicht.md", ["src/认证.py", "docs/übersicht.md"]],
  ])("%s", (text, expected) => {
    expect(paths(text)).toEqual(expected);
  });

  test.each<[string, [number, number][]]>([
    ["src/a.ts:12", [[12, 12]]],
    ["src/a.ts:12-40 is done", [[12, 40]]],
    [
      "`src/a.ts` lines 3-9, 20 and 30-31",
      [
        [3, 9],
        [20, 20],
        [30, 31],
      ],
    ],
    ["src/a.ts (line 7)", [[7, 7]]],
    ["src/a.ts#L3-L9", [[3, 9]]],
    ["src/a.ts has 40 lines", []],
  ])("with the lines of %s", (text, lines) => {
    expect(mentionsIn(text)).toEqual([
      { path: "src/a.ts", isCertain: true, lines: lines.map(([from, to]) => ({ from, to })) },
    ]);
  });

  test("what may be no path is not certain", () => {
    expect(mentionsIn("read/write and src/auth")).toMatchObject([{ isCertain: false }, { isCertain: false }]);
  });

  test("no text is too odd, and long ones are read quickly", async () => {
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => Array.isArray(mentionsIn(text))));
    for (const piece of ["a/", "lines 1-", "`a "])
      await expectProportional(mentionsIn, (size) => piece.repeat(size / piece.length), 400_000);
  });
});

test("N5: in quotation marks a path with spaces is one path", () => {
  const [spaced, ...others] = mentionsIn("Edited `src dir/my file.py` line 45, then src/b.py.");
  expect(spaced).toEqual({ path: "src dir/my file.py", isCertain: true, lines: [{ from: 45, to: 45 }] });
  expect(others.map(({ path }) => path)).toEqual(["src/b.py"]);
  expect(paths('See "docs/Meeting Notes.md:3" and “my dir/a b.ts”')).toEqual([
    "docs/Meeting Notes.md",
    "my dir/a b.ts",
  ]);
  const known = (path: string) => path === "My Notes.md";
  expect(mentionsIn("Read `My Notes.md`", known).map(({ path }) => path)).toEqual(["My Notes.md"]);
  expect(paths("Read `My Notes.md`")).toEqual(["Notes.md"]);
});

test.each<[string, string[]]>([
  ["Run `pytest tests/a dir/x.py`", ["tests/a", "dir/x.py"]],
  ["`python src/a.py b.py`", ["src/a.py", "b.py"]],
  ["`./gradlew build.gradle`", ["./gradlew", "build.gradle"]],
  ["`src/a.ts src/b.ts`", ["src/a.ts", "src/b.ts"]],
  ["it isn't in src/a and the user's b.py", ["src/a", "b.py"]],
  ["`eslint --fix src/x y.ts`", ["src/x", "y.ts"]],
])("N5: %s names no path with spaces", (text, expected) => {
  expect(paths(text)).toEqual(expected);
});
