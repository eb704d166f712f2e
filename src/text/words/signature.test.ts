import fc from "fast-check";
import { expect, test } from "vitest";
import { Counter, entriesOf, signature, signatureOf, termHash } from "./signature.ts";

const countIn = (signed: Uint32Array, hash: number) => new Counter([hash]).count(signed)[0];

const someTerms = fc.array(
  fc.constantFrom("redis", "token", "漢字", "", "a", "src", "\ud83d", "émile", "x".repeat(300)),
);

test("M2: a signature has the count of each term, up to fifteen", () => {
  fc.assert(
    fc.property(someTerms, (terms) => {
      const signed = signatureOf(signature(terms));
      for (const term of ["redis", "漢字", "", "never said"]) {
        const count = terms.filter((one) => one === term).length;
        expect(countIn(signed, termHash(term))).toBe(Math.min(15, count));
      }
    }),
  );
});

test("M2: many terms are counted at once, in the order in which they are asked for, also the same one twice", () => {
  fc.assert(
    fc.property(someTerms, someTerms, (terms, asked) => {
      const counter = new Counter(asked.map(termHash));
      counter.count(signatureOf(signature(["of", "another", "passage", ...asked])));
      const counts = [...counter.count(signatureOf(signature(terms)))];
      expect(counts).toEqual(asked.map((term) => Math.min(15, terms.filter((one) => one === term).length)));
    }),
  );
});

test("M2: a signature lists its terms in order, each once, with their counts", () => {
  fc.assert(
    fc.property(someTerms, (terms) => {
      const entries = [...entriesOf(signatureOf(signature(terms)))];
      const hashes = entries.map(([hash]) => hash);
      expect(hashes).toEqual([...new Set(terms.map(termHash))].sort((a, b) => a - b));
      expect(entries.reduce((sum, [, count]) => sum + count, 0)).toBeLessThanOrEqual(terms.length);
    }),
  );
});

test("M2: a signature is read from any byte offset", () => {
  const bytes = signature(["redis", "redis", "token"]);
  for (const offset of [0, 1, 2, 3]) {
    const moved = new Uint8Array(offset + bytes.length).subarray(offset);
    moved.set(bytes);
    expect(countIn(signatureOf(moved), termHash("redis"))).toBe(2);
  }
  expect(countIn(signatureOf(new Uint8Array()), termHash("redis"))).toBe(0);
});

test("M2: twenty thousand words have hashes of their own, of 28 bits, but for a few", () => {
  const hashes = Array.from({ length: 20_000 }, (_, n) => termHash(`word${n.toString(36)}`));
  expect(Math.max(...hashes)).toBeLessThan(2 ** 28);
  expect(new Set(hashes).size).toBeGreaterThan(19_990);
});
