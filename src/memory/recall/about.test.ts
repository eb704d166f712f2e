import { expect, test } from "vitest";
import { errorWords, mentionsAll, narrowed } from "./about.ts";

test.each(["Auth.ts", "src/Auth.ts", "/work/src/Auth.ts", "C:\\work\\src\\Auth.ts", "src/Auth.ts/"])(
  "M5: the file %j is known by its name",
  (file) => {
    expect(narrowed({ file })).toMatchObject({ must: ["auth", "ts"], mentions: ["auth.ts"] });
  },
);

test.each([
  ["ENOENT: no such file, open '/home/ada/x/config.json'", "ENOENT: no such file, open '/srv/y/z/config.json'"],
  ["TypeError: x is undefined at /a/b/run.ts:12:5", "TypeError: x is undefined at /c/run.ts:7:31"],
  ["segfault at 0xc000123456 after 15ms", "segfault at 0x7ffe01 after 2.5s"],
  ["2026-01-02T10:11:12.123Z job deadbeefdeadbeef failed", "2027-11-12T00:00:00Z job 0123456789abcdef failed"],
])("M5: %j is known again as %j", (error, again) => {
  const plain = (text: string) => errorWords(text).replace(/\s+/g, " ");
  expect(plain(again)).toBe(plain(error));
  expect(plain(error)).toMatch(/\p{L}{3}/u);
});

test("M5: an error of nothing but what changes is asked for as it is", () => {
  expect(narrowed({ error: "404" })).toEqual({ query: "404", must: [], mentions: [] });
});

test("M5: a command is known by its first words and must stand there whole, however it is spaced", () => {
  const { must, mentions } = narrowed({ command: " npm  run\tbuild -- --watch --verbose " });
  expect({ must, mentions }).toEqual({
    must: ["npm", "run", "build", "watch"],
    mentions: ["npm run build -- --watch --verbose"],
  });
  expect(mentionsAll('{"command":"NPM run build -- --watch\\n--verbose"}', mentions)).toBe(true);
  expect(mentionsAll("npm run build -- --watch", mentions)).toBe(false);
  expect(mentionsAll('{"command":"git commit -m \\"Fix\\""}', ['git commit -m "fix"'])).toBe(true);
  expect(mentionsAll("C:\\work\\notes.md", ["notes.md"])).toBe(true);
});

test("M5: nothing asked narrows nothing, and hostile input little", () => {
  expect(narrowed({})).toEqual({ query: "", must: [], mentions: [] });
  expect(narrowed({ file: "/" })).toMatchObject({ must: [], mentions: [] });
  const many = Array.from({ length: 100_000 }, (_, n) => `w${n}`).join(" ");
  const { query, must, mentions } = narrowed({ file: many, error: many, command: many });
  expect(must.length).toBeLessThanOrEqual(12);
  expect(query.length + mentions.join("").length).toBeLessThan(9000);
});
