import { expect, test } from "vitest";
import { expectProportional } from "../../../test/support/growth.ts";
import { openWords } from "../vectors/word-vectors.ts";
import { type Question, readQuestion, readWords } from "./question.ts";

const NOW = Date.parse("2026-06-15T12:00:00.000Z");
const read = (text: string): Question => readQuestion(text, NOW, openWords());
const about = ({ aboutAsker, aboutUs, aboutOwnWords, aboutAnswerer, isRequest }: Question): string[] =>
  Object.entries({ aboutAsker, aboutUs, aboutOwnWords, aboutAnswerer, isRequest }).flatMap(([name, holds]) =>
    holds ? [name] : [],
  );

test.each([
  ["What did you recommend for dinner?", ["aboutAnswerer"]],
  ["What was your advice on the lease?", ["aboutAnswerer"]],
  ["What have you told me about Rome?", ["aboutAnswerer"]],
  ["Can you list the order in which I brought up the trips?", ["aboutAsker", "aboutOwnWords"]],
  ["Where did I leave my car?", ["aboutAsker"]],
  ["Where does the river end?", []],
  ["Where do I live?", ["aboutAsker"]],
  ["How do I mount the disk?", ["aboutAsker", "isRequest"]],
  ["What does Mia export to the US over IO?", []],
  ["Did he tell us the price?", ["aboutUs"]],
  ["Why did we drop JWT?", ["aboutUs"]],
  ["Did we sell my car?", ["aboutAsker"]],
  ["Warum haben wir JWT verworfen?", ["aboutUs"]],
  ["Почему мы выбрали Redis?", ["aboutUs"]],
  ["我们为什么放弃JWT？", ["aboutUs"]],
  ["私たちはなぜJWTをやめたのか", ["aboutUs"]],
  ["Write a parser for addresses", ["isRequest"]],
  ["Could you plan a trip to Rome?", ["isRequest"]],
  ["Which one should we take?", ["aboutUs", "isRequest"]],
  ["Was hast du empfohlen?", ["aboutAnswerer"]],
  ["Wo ist mein Auto?", ["aboutAsker"]],
  ["Qu'est-ce que tu m'as dit ?", ["aboutAnswerer"]],
  ["¿Qué me recomendaste?", ["aboutAnswerer"]],
  ["Где мой ключ?", ["aboutAsker"]],
  ["你建议什么？", ["aboutAnswerer"]],
  ["我住在哪里？", ["aboutAsker"]],
])("M2: %j is about %j", (text, expected) => {
  expect(about(read(text))).toEqual(expected);
  expect(about(readWords(text))).toEqual(expected);
});

test.each([
  ["When does the lease end?", true, false],
  ["How many days are left?", true, true],
  ["How much is the rent?", false, true],
  ["What port does staging use?", false, true],
  ["Wann endet der Vertrag?", true, false],
  ["Combien coûte le loyer ?", false, true],
  ["Сколько это стоит?", false, true],
  ["いつ終わりますか", true, false],
  ["多少钱", false, true],
  ["Who is Zoë?", false, false],
])("M2: %j asks when: %s, how much: %s", (text, asksWhen, asksHowMuch) => {
  expect(read(text)).toMatchObject({ asksWhen, asksHowMuch });
});

test.each([
  ["Why did we drop JWT?", true],
  ["what did we decide about the gate", true],
  ["Which library did we choose?", true],
  ["Warum haben wir JWT verworfen?", true],
  ["Почему мы выбрали Redis?", true],
  ["我们决定了什么？", true],
  ["Why don't we meet at the gate?", false],
  ["Where is the gate?", false],
])("M2: %j asks what was decided, or why: %s", (text, asksWhy) => {
  expect(read(text)).toMatchObject({ asksWhy });
});

test("M2: a name is worth more than a word, a decision word less, and no acronym is a person", () => {
  const { terms, names } = read("what did we decide about the JWT gate");
  expect(terms).toMatchObject([
    { term: "decid", worth: 0.3 },
    { term: "jwt", worth: 1.5, isKnown: false },
    { term: "gate", worth: 1 },
  ]);
  expect(names).toEqual([]);
  expect(read("what did we decide").terms).toMatchObject([{ term: "decid", worth: 1 }]);
});

test("M2: names are folded, without an s of possession, however the apostrophe is written", () => {
  expect(read("Did Zoë’s brother meet Müller?").names).toEqual(["did", "zoe", "muller"]);
});

test("M2: kin terms refer to an asked term, and frame words are worth less and have none", () => {
  const { terms, kin } = read("Can you remind me of the doctor?");
  expect(terms).toMatchObject([
    { term: "remind", worth: 0.3 },
    { term: "doctor", worth: 1, isKnown: true },
  ]);
  expect(kin.map(({ term }) => term)).toContain("physician");
  for (const { of, worth } of kin) {
    expect(of).toBe(1);
    expect(worth).toSatisfy((x: number) => x >= 0.5 && x <= 1);
  }
  expect(readQuestion("the doctor", NOW, undefined)).toMatchObject({ kin: [], meaning: undefined });
});

test("M2: of nothing but stop words, these are asked for; of nothing, nothing", () => {
  expect(read("what about the other").terms.map(({ term }) => term)).toContain("what");
  for (const text of ["", " ", "?!", "\0", "\ud800"]) expect(read(text).terms, text).toEqual([]);
});

test.each([
  ["words", "word soup "],
  ["one word", "x"],
  ["capitals", "A"],
  ["apostrophes", "i'"],
  ["spaces", " "],
  ["you have you", "you have "],
  ["numbers and dates", "1 of May 2 of "],
  ["ideographs", "漢字"],
  ["marks", "e\u0301"],
])("M2: a megabyte of %s is read in time that is proportional to its length, and few terms asked for", (_, piece) =>
  expectProportional(
    (text) => expect(read(text).terms.length).toBeLessThanOrEqual(16),
    (size) => piece.repeat(size / piece.length),
    1_000_000,
  ),
);
