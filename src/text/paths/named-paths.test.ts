import fc from "fast-check";
import { expect, test } from "vitest";
import { mentionsIn, pathsNamedIn } from "./named-paths.ts";

const PATHS = [
  "src/schema.ts",
  "./a/b-c.test.ts",
  "docs/",
  "package.json",
  ".env",
  "src/größe.rs",
  "@scope/x/index.js",
];
const AROUND = [
  ...[
    ["", ""],
    ["", "."],
    ["", ", please."],
    ["", "!"],
    ["", "..."],
    ["", "…"],
    ["(", ")."],
    ["[", "];"],
    ['"', '".'],
    ["'", "'"],
  ],
  ...[
    ["“", "”."],
    ["«", "»."],
    ["„", "“."],
    ["`", "`."],
    ["**", "**."],
    ["", "。"],
    ["", "、"],
    ["「", "」。"],
    ["", "！"],
    ["", "।"],
    ["", "؟"],
  ],
];

test("V7: a path is the same in any punctuation", () => {
  fc.assert(
    fc.property(fc.constantFrom(...PATHS), fc.constantFrom(...AROUND), (path, [before = "", behind = ""]) => {
      const text = `Never change ${before}${path}${behind}`;
      expect(pathsNamedIn(text)).toEqual([path]);
      expect(mentionsIn(text).map((one) => one.path)).toEqual([path.replace(/\/$/, "")]);
    }),
  );
});

test.each(["Version 1.5 is out.", "See https://a.example/b/c.html.", "Wait - what?", "Done... and dusted."])(
  "V7: %j names no path",
  (text) => {
    expect(pathsNamedIn(text)).toEqual([]);
  },
);

test.each<[string, string[]]>([
  ["请不要改src/schema.ts和docs/a.md。", ["src/schema.ts", "docs/a.md"]],
  ["`src/schema.ts`を変えないで", ["src/schema.ts"]],
  ["src/schema.ts를 바꾸지 마", ["src/schema.ts"]],
  ["Do not touch src/认证.py or 认证.py", ["src/认证.py", "认证.py"]],
  ["Leave the Makefile and README alone", ["Makefile", "README"]],
  ["Never edit `src dir/my file.py`", ["src dir/my file.py"]],
  ["Never edit `app/[id]/page.tsx:12`, nor `app/(group)/x.ts`", ["app/[id]/page.tsx", "app/(group)/x.ts"]],
  ["Never edit `tasks/<slug>/json/`", ["tasks/<slug>/json/"]],
  ["Keep your hands off `vendor`", ["vendor"]],
  ["See docs/a.md#usage, docs/a.md again, and schema.avsc", ["docs/a.md", "schema.avsc"]],
  ["Never change src/*.ts, use Node.js 1.x, e.g. this, or mail a@b.md", []],
])("V7: the paths of %j", (text, expected) => {
  expect(pathsNamedIn(text)).toEqual(expected);
});

test("N5: a name that only may be a file is not certain; a word in backticks, a pattern and a blank to fill in are none", () => {
  const text =
    "Look at schema.avsc, .gitignore, @scope/x/index.js, docs/, `vendor`, `src/*.ts` and `tasks/<slug>/a.json`.";
  expect(mentionsIn(text)).toEqual(
    ["schema.avsc", ".gitignore", "@scope/x/index.js", "docs"].map((path) => ({ path, lines: [], isCertain: false })),
  );
});

test("N5: no text is so long that it cannot be read", () => {
  for (const text of [
    "x".repeat(5_000_000),
    "a-".repeat(100_000),
    `${".".repeat(100_000)}a`,
    `"${"a b ".repeat(50_000)}`,
  ])
    expect(mentionsIn(text).length).toBeLessThanOrEqual(1);
});
