import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { scratchFolder } from "../../scratch.test-kit.ts";
import { termsOf } from "../../text/index.ts";
import { likeness, WordVectors, wordsIn } from "./word-vectors.ts";

const file = fileURLToPath(new URL("../../../assets/words.bin", import.meta.url));
const words = WordVectors.open(file);
const meaningOf = (text: string): Int8Array => {
  const meaning = words.meaning(termsOf(text));
  if (!meaning) throw new Error(`nothing is known of ${text}`);
  return meaning;
};

test.each([
  ["dog", "cat"],
  ["doctor", "physician"],
  ["sister", "mother"],
])("M2: %s has %s among its kin, the nearest first", (word, kin) => {
  const found = words.kin(termsOf(word)[0] ?? "");
  expect(found.map(({ term }) => term)).toContain(termsOf(kin)[0]);
  const likenesses = found.map((one) => one.similarity);
  expect(likenesses).toEqual([...likenesses].sort((a, b) => b - a));
  for (const one of likenesses) expect(one).toSatisfy((x: number) => x > 0 && x <= 1);
});

test("M2: texts that mean alike are nearer to each other than to others", () => {
  const [pet, animal, tax] = ["my dog is ill", "the cat is sick", "we paid the tax bill"].map(meaningOf);
  if (!pet || !animal || !tax) throw new Error("unreachable");
  expect(likeness(pet, animal)).toBeGreaterThan(likeness(pet, tax));
  expect(likeness(pet, pet)).toBeCloseTo(1, 5);
  expect(words.cells(pet, 3)).toHaveLength(3);
  expect(words.cells(pet, 3)[0]).toBe(words.cells(pet, 1)[0]);
});

test("M2: unknown words have no kin and no meaning, and half of a text must be known", () => {
  for (const unknown of ["", "qwertzuiop", "漢字", "\0", "zzzzzzzz", "\uffff", "DOG"]) {
    expect(words.knows(unknown)).toBe(false);
    expect(words.kin(unknown)).toEqual([]);
    expect(words.meaning([unknown])).toBeUndefined();
  }
  expect(words.meaning([])).toBeUndefined();
  expect(words.meaning(["dog", "qwertzuiop"])).toBeDefined();
  expect(words.meaning(["dog", "qwertzuiop", "asdfghjkl"])).toBeUndefined();
});

test("M2: the kin of a word are words of the file themselves", () => {
  expect(words.size).toBe(30_000);
  for (const word of ["dog", "token", "databas", "run", "zoo"]) {
    expect(words.knows(word), word).toBe(true);
    for (const { term } of words.kin(word)) expect(words.knows(term), term).toBe(true);
  }
});

test("M2: a file that is missing, cut off, empty or of another kind counts as missing", () => {
  const folder = scratchFolder();
  const bytes = readFileSync(file);
  const damaged = [Buffer.alloc(0), Buffer.alloc(400), bytes.subarray(0, 100_000), Buffer.from("no words".repeat(99))];
  for (const [n, content] of damaged.entries()) {
    writeFileSync(join(folder, `${n}.bin`), content);
    expect(wordsIn([join(folder, `${n}.bin`)])).toBeUndefined();
  }
  expect(wordsIn([join(folder, "none.bin"), folder])).toBeUndefined();
  expect(wordsIn([join(folder, "0.bin"), file])?.size).toBe(30_000);
});
