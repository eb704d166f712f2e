import { expect, test } from "vitest";
import { answers, makeProbes } from "./probes.ts";
import { Talk } from "./test-kit.ts";

/** A word of its own for each number. */
const word = (number: number): string => [...String(number)].map((digit) => "abcdefghij"[Number(digit)]).join("");
const probesOf = (text: string) => makeProbes(new Talk().user(text).messages, 10);

const TABLE = [
  ["fact", "I take 45 mg of Ritalin every morning.", "45 mg"],
  ["fact", "Our new puppy from Porto is called Biscuit.", "Porto"],
  ["fact", "The rent of the flat is €950 a month.", "€950"],
  ["artifact", "The rules are kept in src/store/port.ts at the top.", "src/store/port.ts"],
  ["artifact", "That was ticket ENT-96 in the tracker.", "ENT-96"],
  ["decision", "We decided to use Postgres for the ledger.", "Postgres"],
  ["next_step", "I'll call Anna about the house tomorrow.", "Anna"],
] as const;

test.each(TABLE)("D8: a probe on a %s: %s", (kind, text, answer) => {
  expect(probesOf(text)).toEqual([
    { kind, question: text.replace(answer, "___"), answer, messageId: "7q2mz4k9r1td-1" },
  ]);
});

test("D8: no probe on a question, a heading, or a value that the sentence gives away", () => {
  expect(
    probesOf("Is the dose really 45 mg a day?\n## The dose is 45 mg a day\nIt is 45 mg, I said 45 mg twice."),
  ).toEqual([]);
});

test("D8: probes are spread evenly over the range and the kinds, and are the same every time", () => {
  const talk = new Talk();
  for (let day = 1; day <= 200; day++) {
    talk.user(`On the morning of ${word(day)} I weighed ${60 + day / 10} kg exactly.`);
    if (day % 10 === 0) talk.assistant(`We decided to give ${word(day)} its ${day} GB for the rollout.`);
  }
  const probes = makeProbes(talk.messages, 20);
  expect(probes).toEqual(makeProbes(talk.messages, 20));
  expect(probes).toHaveLength(20);
  expect(probes.filter((probe) => probe.kind === "decision").length).toBeGreaterThanOrEqual(5);
  const seqs = probes.map((probe) => Number(probe.messageId.split("-")[1]));
  expect(seqs).toEqual([...seqs].sort((a, b) => a - b));
  expect(seqs.filter((seq) => seq <= 110).length).toBeGreaterThanOrEqual(8);
});

test("D8: a question that fits several sentences is not asked", () => {
  const talk = new Talk();
  for (const kilos of [61, 62, 63]) talk.user(`On this morning I weighed ${kilos} kg exactly.`);
  talk.user("The cat of the neighbours weighs 4 kg by now.");
  expect(makeProbes(talk.messages, 20).map(({ answer }) => answer)).toEqual(["4 kg"]);
});

const ANSWERS = [
  ["45 mg", "I take 45 mg of it.", true],
  ["5 mg", "I take 45 mg of it.", false],
  ["45 mg", "I take 45\n  mg of it.", true],
  ["4.5", "about 4.5.", true],
  ["4", "about 4.5 of them", false],
  ["Anna", "Annabel is here", false],
  ["anna", "Anna is here", false],
  ["Anna", "Anna's here", true],
  ["src/a.ts", "see src/a.ts:12", true],
  ["45毫克", "每天吃45毫克的药", true],
  ["", "anything", false],
] as const;

test.each(ANSWERS)("D8: is %j answered by %j: %s", (answer, text, expected) => {
  expect(answers({ kind: "fact", question: "", answer, messageId: "" }, text)).toBe(expected);
});
