import fc from "fast-check";
import { expect, test } from "vitest";
import { STOP_WORDS } from "./stop-words.ts";
import { folded, stem, termsOf } from "./words.ts";

test.each([
  ["rotateRefreshToken", ["rotat", "refresh", "token", "rotaterefreshtoken"]],
  ["HTTPServer", ["http", "server", "httpserver"]],
  ["snake_case_name", ["snake", "case", "name"]],
  ["src/auth/rotate.ts", ["src", "auth", "rotat", "ts"]],
  ["C:\\work\\notes.md", ["c", "work", "note", "md"]],
  ["v1.2.3-beta", ["v1", "2", "3", "beta"]],
  ["sha 9f8e7d6c5b4a", ["sha", "9f8e7d6c5b4a"]],
  ["user@example.com", ["user", "exampl", "com"]],
])("M2: %j is found by its parts", (text, terms) => {
  expect(termsOf(text)).toEqual(terms);
});

test.each([
  ["Crème brûlée à la Zoë", "creme brulee a la zoe"],
  ["Müller", "muller"],
  ["Ångström", "angstrom"],
  ["ﬁle Ⅷ", "file viii"],
])("M2: %j is found without its accents", (text, plain) => {
  expect(termsOf(text)).toEqual(termsOf(plain));
});

test("M2: words that say nothing leave no term, in any form and however they are written", () => {
  for (const word of STOP_WORDS) expect(termsOf(`${word} ${word.toUpperCase()}`, STOP_WORDS)).toEqual([]);
  expect(termsOf("Does this happen because they were getting it before, or was it Dan?", STOP_WORDS)).toEqual([
    "happen",
    "dan",
  ]);
  expect(termsOf("hasOwner won", STOP_WORDS)).toEqual(["owner", "hasowner", "win"]);
});

test.each([
  ["漢字", ["漢", "漢字", "字"]],
  ["データベース", ["デー", "ータ", "タベ", "ベー", "ース"]],
  ["한국어", ["한국", "국어"]],
  ["ภาษา", ["ภา", "าษ", "ษา"]],
  ["猫", ["猫"]],
  ["用Redis存储", ["用", "存", "存储", "储", "redi"]],
])("M2: %j, whose script has no spaces, is found by its characters", (text, terms) => {
  expect(termsOf(text)).toEqual(terms);
});

test.each([
  [["buy", "bought", "buying", "buys"]],
  [["run", "ran", "running"]],
  [["child", "children"]],
  [["сервера", "серверы", "сервером", "сервере"]],
])("M2: %j are one word", (forms) => {
  expect(new Set(forms.map((form) => termsOf(form).join(" "))).size).toBe(1);
});

const letters = fc.constantFrom(..."aeiounrstlgàéîõüçñбвгдежαβγδ");
const word = fc.array(letters, { minLength: 1, maxLength: 12 }).map((all) => all.join(""));

test("M2: how a word is capitalised and encoded makes no difference", () => {
  fc.assert(
    fc.property(word, (one) => {
      const terms = termsOf(one);
      const title = one.charAt(0).toUpperCase() + one.slice(1);
      for (const other of [one.toUpperCase(), title, one.normalize("NFD"), title.normalize("NFD")])
        expect(termsOf(other), other).toEqual(terms);
    }),
  );
});

test("M2: any text gives the same terms composed and decomposed", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(termsOf(text.normalize("NFD"))).toEqual(termsOf(text.normalize("NFC")));
    }),
  );
  expect(termsOf("caféBar".normalize("NFD"))).toEqual(termsOf("caféBar"));
});

test("M2: no text is too strange to be read, and no term is empty or longer than a word can be", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }), (a, b) => {
      for (const text of [a, b, `${a}漢${"x".repeat(60)}${b}`])
        for (const term of termsOf(text)) expect([...term].length, term).toSatisfy((n: number) => n > 0 && n <= 40);
    }),
  );
  for (const text of ["", " ", "\0", "\ud83d", "🙂", "'\"(", "x".repeat(5000), "-".repeat(100_000)])
    expect(termsOf(text)).toEqual([]);
});

test("M2: terms come in the order of the text, with repetitions", () => {
  expect(termsOf("redis and Redis, then REDIS")).toEqual(["redi", "and", "redi", "then", "redi"]);
});

test("M2: folding twice folds no further, and a stem is remembered as it was made", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(folded(folded(text))).toBe(folded(text));
    }),
  );
  for (let n = 0; n < 25_000; n++) stem(`filler${n}ing`);
  expect(stem("running")).toBe("run");
});
