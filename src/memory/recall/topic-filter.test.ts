import { expect, test } from "vitest";
import { errorWords, namesFile, topicFilter } from "./topic-filter.ts";

test.each(["Auth.ts", "src/Auth.ts", "/srv/app/src/Auth.ts", "C:\\app\\src\\Auth.ts", "src/Auth.ts/"])(
  "M5: the file %j is known by its name",
  (file) => {
    const { must, isAbout } = topicFilter({ file });
    expect(must).toEqual(["auth", "ts"]);
    expect(isAbout("It is in Auth.ts.")).toBe(true);
    expect(isAbout("It is in OAuth.ts.")).toBe(false);
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
  expect(topicFilter({ error: "404" })).toMatchObject({ error: "404", must: [] });
});

test("M5: a command is found by its first words and must be there in full, in any spacing", () => {
  const { must, isAbout } = topicFilter({ command: " npm  run\tbuild -- --watch --verbose " });
  expect(must).toEqual(["npm", "run", "build", "watch"]);
  expect(isAbout('{"command":"NPM run build -- --watch\\n--verbose"}')).toBe(true);
  expect(isAbout("npm run build -- --watch")).toBe(false);
  const quoted = topicFilter({ command: 'git commit -m "fix"' });
  expect(quoted.isAbout('{"command":"git commit -m \\"Fix\\""}')).toBe(true);
});

test("M5: a file is named by its name alone, or by a path of which the one ends with the other", () => {
  for (const text of [
    "service.ts",
    "see src/service.ts:12",
    "/srv/p/src/service.ts",
    "C:\\app\\src\\service.ts is it.",
  ])
    expect(namesFile(text, "src/service.ts"), text).toBe(true);
  for (const text of ["src/accountService.ts", "test/service.ts", "service.tsx", "nothing"])
    expect(namesFile(text, "src/service.ts"), text).toBe(false);
  expect(namesFile("src/u\u0308ber.ts", "src/über.ts")).toBe(true);
});

test("M5: a folder covers the files in it", () => {
  for (const text of ["src/auth/session.ts", "/srv/app/src/auth/deep/token.ts:12", "auth/session.ts, I think"])
    expect(namesFile(text, "/srv/app/src/auth"), text).toBe(true);
  for (const text of ["src/author/session.ts", "test/auth/session.ts", "src/session.ts"])
    expect(namesFile(text, "src/auth"), text).toBe(false);
});

test("M5: nothing asked narrows nothing, and hostile input little", () => {
  expect(topicFilter({})).toMatchObject({ error: "", place: "", must: [] });
  expect(topicFilter({}).isAbout("anything")).toBe(true);
  const many = Array.from({ length: 100_000 }, (_, n) => `w${n}`).join(" ");
  const { error, place, must } = topicFilter({ file: many, error: many, command: many });
  expect(must.length).toBeLessThanOrEqual(12);
  expect(error.length + place.length).toBeLessThan(9000);
});
