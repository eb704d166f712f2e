import { expect, test } from "vitest";
import { type PassageRecord, passagePk } from "../../store/index.ts";
import { contentTerms, signature, traitsOf } from "../../text/index.ts";
import { speakersOf, speakerTerm } from "../indexing/analyse.ts";
import { readQuestion } from "./question.ts";
import { bestOf, relate, type Scored, Scorer } from "./ranking-features.ts";

const HOUR = 3_600_000;
const NOW = Date.parse("2026-06-15T12:00:00.000Z");

function passage(owner: number, text: string, fields: Partial<PassageRecord> & { role?: string } = {}): PassageRecord {
  const { role = "user", ...rest } = fields;
  const terms = contentTerms(text);
  return {
    ...{ pk: passagePk(owner, 0), thread: 1, place: owner, at: NOW, start: 0, size: text.length },
    ...{ traits: traitsOf(text, role, terms.length), length: terms.length, meaning: null },
    terms: signature([...terms, ...speakersOf(text).map(speakerTerm)]),
    ...rest,
  };
}

function weighed(query: string, passages: PassageRecord[], speakers: string[] = []): Scored[] {
  const question = readQuestion(query, NOW, undefined);
  const rarity = question.terms.map(() => 1);
  const candidates = { passages, rarity, kinRarity: [], holders: rarity, among: 10, averageLength: 5 };
  const scorer = new Scorer(question, candidates, speakers);
  const all = bestOf(passages.map((one) => scorer.score(one)));
  relate(all);
  return all;
}
const featuresOf = (query: string, text: string, fields: Parameters<typeof passage>[2] = {}, speakers: string[] = []) =>
  weighed(query, [passage(1, text, fields)], speakers)[0]?.features;

test("M2: who is named is known by speaking, not by being spoken of", () => {
  expect(featuresOf("What did Maya say?", "Maya: the gate is green", {}, ["maya"])).toMatchObject({ speaker: 1 });
  expect(featuresOf("What did Maya say?", "I met Maya", {}, ["maya"])).toMatchObject({ speaker: 0 });
});

test.each([
  ["Where do I live?", "I live in Lisbon", "user", { asker: 1, user: 0, answerer: 0 }],
  ["Where does she live?", "She lives in Lisbon", "user", { asker: 0, user: 1 }],
  ["What did you recommend?", "Take the train", "assistant", { answerer: 1, user: 0 }],
  ["What did you recommend?", "Take the train", "user", { answerer: 0, user: 0 }],
  ["Write a parser", "From now on, always use tabs", "user", { orderForRequest: 1 }],
  ["Who wrote a parser?", "From now on, always use tabs", "user", { orderForRequest: 0 }],
  ["When is it due?", "It is due on 3 May 2026", "user", { dateForWhen: 1 }],
  ["How much is it?", "It is 30 euros", "user", { countForHowMuch: 1, dateForWhen: 0 }],
  ["gate", "Is the gate green?", "user", { asks: 1 }],
  ["gate", "The gate is green", "tool", { tool: 1, user: 0 }],
])("M2: for %j, %j by the %s has %j", (query, text, role, expected) => {
  expect(featuresOf(query, text, { role })).toMatchObject(expected);
});

test("M5: the nearer to the time that is asked for, the better", () => {
  const at = (day: string) => featuresOf("What happened in March?", "x", { at: Date.parse(day) })?.time ?? 0;
  expect(at("2026-03-15")).toBe(1);
  expect(at("2026-04-05")).toSatisfy((x: number) => x > 0.5 && x < 1);
  expect(at("2026-06-15")).toBeLessThan(0.01);
  expect(featuresOf("What happened?", "x")?.time).toBe(0);
});

test("M2: neighbours of a match share its words, within one session and one sitting only", () => {
  const asks = passage(1, "What is the espresso machine called?");
  const near = passage(2, "Gaggia", { role: "assistant" });
  const [, answer] = weighed("espresso machine", [asks, near]);
  expect(answer?.features.words).toBe(0);
  expect(answer?.features.answers).toBeGreaterThan(0);
  expect(answer?.features.wordsNext).toBe(answer?.features.answers);
  expect(answer?.features.window).toBeGreaterThan(0);
  for (const far of [{ thread: 2 }, { at: NOW + 3 * HOUR }, { place: 20 }])
    expect(weighed("espresso machine", [asks, { ...near, ...far }])[1]?.features).toMatchObject({
      ...{ answers: 0, wordsNext: 0, window: 0 },
    });
});

test("M2: the agent's last words answer the question that set it to work", () => {
  const asks = passage(1, "how did we fix the espresso machine");
  const call = passage(2, "{}", { role: "call" });
  const printed = passage(3, "ok", { role: "tool" });
  const [, , , answer] = weighed("espresso machine", [
    asks,
    call,
    printed,
    passage(6, "Descaled it", { role: "assistant" }),
  ]);
  expect(answer?.features.answers).toBe(weighed("espresso machine", [asks])[0]?.features.words);
  const other = passage(5, "Now paint the fence.");
  const all = weighed("espresso machine", [asks, other, passage(6, "Painted it", { role: "assistant" })]);
  expect(all[2]?.features.answers).toBe(0);
});

test("M2: a question that was nearly this one says nothing about it; who asks what they asked wants it", () => {
  const query = "How did we fix the espresso machine?";
  expect(featuresOf(query, "how did we fix the espresso machine")?.echo).toBeGreaterThan(0.9);
  expect(featuresOf(query, "We fixed the espresso machine")?.echo).toBe(0);
  expect(featuresOf(query, "Did the espresso machine break when Tom drained the boiler on Friday?")?.echo).toBe(0);
  expect(featuresOf("What did I ask about the espresso machine?", "how did we fix the espresso machine?")?.echo).toBe(
    0,
  );
});

test("M2: an owner is weighed by its best passage, and a word more often counts less each time", () => {
  const [whole] = weighed("gate", [passage(1, "river"), { ...passage(1, "gate"), pk: passagePk(1, 1) }]);
  expect(whole?.passage.pk).toBe(passagePk(1, 1));
  const words = (text: string) => featuresOf("gate", text, { length: 5 })?.words ?? 0;
  const [one, two, three] = [words("gate"), words("gate gate"), words("gate gate gate")];
  expect(two).toBeGreaterThan(one);
  expect(three - two).toBeLessThan(two - one);
});
