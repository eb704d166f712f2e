import fc from "fast-check";
import { expect, test } from "vitest";
import { pathsNamedIn } from "./named-paths.ts";

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

test("V7: a path is the same one in whatever punctuation it stands", () => {
  fc.assert(
    fc.property(fc.constantFrom(...PATHS), fc.constantFrom(...AROUND), (path, [before = "", behind = ""]) => {
      expect(pathsNamedIn(`Never change ${before}${path}${behind}`)).toEqual([path]);
    }),
  );
});

test.each(["Version 1.5 is out.", "See https://a.example/b/c.html.", "Wait - what?", "Done... and dusted."])(
  "V7: %j names no path",
  (text) => {
    expect(pathsNamedIn(text)).toEqual([]);
  },
);
