import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JsonText, member } from "./json-text.ts";

const PATH = "/home/ada/.config/client.json";

function edited(text: string, edit: (json: JsonText) => void): string {
  const json = new JsonText(PATH, text);
  edit(json);
  return json.text;
}

const removing =
  (...path: string[]) =>
  (json: JsonText) => {
    const node = path.reduce<typeof json.root | undefined>(member, json.root);
    if (node) json.remove(node);
  };
const element = (index: number) => (json: JsonText) => {
  const node = member(json.root, "a")?.children?.[index];
  if (node) json.remove(node);
};

describe("H1: a user's JSON file is edited only where it must be", () => {
  it.each([
    ["a new file", "", `{\n  "b": 1\n}\n`],
    ["only blanks", " \n\t", `{\n  "b": 1\n}\n`],
    ["only a byte order mark", "\uFEFF", `\uFEFF{\n  "b": 1\n}\n`],
    ["an empty object", "{}", `{\n  "b": 1\n}`],
    ["one line", `{"a":{"x":[1,2]}}`, `{"a":{"x":[1,2]},"b":1}`],
    ["tabs", `{\n\t"a": 2\n}\n`, `{\n\t"a": 2,\n\t"b": 1\n}\n`],
    ["Windows line ends, none at the end", `{\r\n    "a": 2\r\n}`, `{\r\n    "a": 2,\r\n    "b": 1\r\n}`],
    ["a trailing comma", `{\n  "a": 2,\n}`, `{\n  "a": 2,\n  "b": 1\n}`],
    ["a comment behind the last value", `{\n  "a": 2 // two, not 3\n}`, `{\n  "a": 2, // two, not 3\n  "b": 1\n}`],
    ["a comment with a comma after one", `{"a": 2 /* , */ }`, `{"a": 2,"b":1 /* , */ }`],
    ["a line that is laid out by hand", `{\n  "a":[ 1,2 ],"c" :3\n}`, `{\n  "a":[ 1,2 ],"c" :3,\n  "b": 1\n}`],
  ])("%s", (_name, before, after) => {
    expect(edited(before, (json) => json.set(["b"], 1))).toBe(after);
  });

  it("makes the objects on the way and indents as the file does", () => {
    const before = `{\n    "m": {\n        "x": []\n    }\n}\n`;
    const after = edited(before, (json) => json.set(["m", "y", "z"], { k: [1] }));
    expect(after).toBe(
      `{\n    "m": {\n        "x": [],\n        "y": {\n            "z": {\n                "k": [\n                    1\n                ]\n            }\n        }\n    }\n}\n`,
    );
  });

  it("leaves an equal value as the user has written it", () => {
    const text = `{ "b":{"y" : 2, "x":1} }`;
    expect(edited(text, (json) => json.set(["b"], { x: 1, y: 2 }))).toBe(text);
  });

  it("sets the last of two equal keys, which is the one that clients read", () => {
    expect(edited(`{"b":1,"b":2}`, (json) => json.set(["b"], 3))).toBe(`{"b":1,"b":3}`);
  });
});

describe("H1: what is removed takes nothing of its neighbours with it", () => {
  it.each([
    ["the last of a compact array", `{"a":[1,2]}`, element(1), `{"a":[1]}`],
    ["the first of a compact array", `{"a":[1, 2]}`, element(0), `{"a":[2]}`],
    ["the middle of a spread array", `{"a":[\n 1,\n 2,\n 3\n]}`, element(1), `{"a":[\n 1,\n 3\n]}`],
    ["the last, after a comment", `{"a":[\n 1, // one\n 2\n]}`, element(1), `{"a":[\n 1 // one\n]}`],
    ["one with a comment before its comma", `{"a":[1 /* one */, 2]}`, element(0), `{"a":[ /* one */ 2]}`],
    ["the last, the bracket behind it", `{"a":[1, // one\n 2 ]}`, element(1), `{"a":[1 // one\n  ]}`],
    ["one with a trailing comma", `{\n  "a": 1,\n  "b": 2,\n}`, removing("b"), `{\n  "a": 1,\n}`],
    ["the only one with a trailing comma", `{"a":{"b":2,},"c":1}`, removing("a", "b"), `{"c":1}`],
    ["a property below a comment", `{\n  "a": 1,\n  // mine\n  "b": 2\n}`, removing("b"), `{\n  "a": 1\n  // mine\n}`],
    [
      "all that becomes empty by it",
      `{\n  "x": 1,\n  "a": {\n    "b": [\n      2\n    ]\n  }\n}`,
      removing("a", "b"),
      `{\n  "x": 1\n}`,
    ],
    ["but not what holds a comment", `{"a":{"b":2 /* why */}}`, removing("a", "b"), `{"a":{ /* why */}}`],
    ["and the root stays", `{\n  "b": 2\n}\n`, removing("b"), `{}\n`],
  ])("%s", (_name, before, edit, after) => {
    expect(edited(before, edit)).toBe(after);
  });

  const value = fc.oneof(
    fc.string(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.string()),
    fc.dictionary(fc.string(), fc.array(fc.integer())),
  );
  const object = fc.dictionary(fc.string({ maxLength: 6 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 5 });
  const layout = fc.constantFrom("", " ", "  ", "    ", "\t", "            ");

  it("set and then removed is as if nothing had been, in every layout", () => {
    fc.assert(
      fc.property(
        object,
        layout,
        fc.constantFrom("\n", "\r\n"),
        fc.boolean(),
        value,
        (data, indent, eol, bom, added) => {
          const { ours: _, ...others } = data;
          const text = (bom ? "\uFEFF" : "") + JSON.stringify(others, null, indent).replaceAll("\n", eol);
          const json = new JsonText(PATH, text);
          json.set(["ours", "x"], added);
          expect(JSON.parse(json.text.replace("\uFEFF", ""))).toEqual(
            JSON.parse(JSON.stringify({ ...others, ours: { x: added } })),
          );
          removing("ours", "x")(json);
          expect(json.text).toBe(text);
        },
      ),
    );
  });
});

describe("H1: a file that cannot be understood is refused, with its line", () => {
  it.each([
    ['{\n  "a": 1\n  "b": 2\n}', ":3: not valid JSON"],
    ["{\n\n  oops\n}", ":3: not valid JSON"],
    ["{", ":1: not valid JSON"],
    ["[1]", ":1: holds no JSON object"],
    ['"text"', ":1: holds no JSON object"],
  ])("%j", (text, message) => {
    expect(() => new JsonText(PATH, text)).toThrowError(PATH + message);
  });

  it("names what has the wrong type", () => {
    const json = new JsonText(PATH, `{\n  "a": {\n    "b": "text"\n  }\n}`);
    expect(() => json.append(["a", "b"], 1)).toThrowError(`${PATH}:3: "a"."b" should be an array and is a string`);
    expect(() => json.set(["a", "b", "c"], 1)).toThrowError(`${PATH}:3: "a"."b" should be an object and is a string`);
  });

  it("knows which files are more than JSON", () => {
    expect(new JsonText(PATH, `\uFEFF{"a": 1}`).isStrict).toBe(true);
    expect(new JsonText(PATH, `{"a": 1,}`).isStrict).toBe(false);
    expect(new JsonText(PATH, `{"a": 1} // one`).isStrict).toBe(false);
  });
});
