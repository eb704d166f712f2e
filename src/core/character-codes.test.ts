import fc from "fast-check";
import { expect, test } from "vitest";
import { Codes } from "./character-codes.ts";

const codes = new Codes();
const LINE_END = 0x0a;

function expectCodesOf(text: string): void {
  const read = codes.of(text);
  for (let at = 0; at < text.length; at++) expect(read[at]).toBe(text.charCodeAt(at));
  expect(read[text.length]).toBe(LINE_END);
}

test("a list of codes has what the string has, halves of pairs included, whatever was read before", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.boolean(), (text, isHalved) => {
      expectCodesOf(isHalved ? text.slice(1) : text);
    }),
  );
});

test.each([65_535, 65_536, 65_537, 200_000])("a text of %d characters is read whole", (length) => {
  expectCodesOf("é".repeat(length - 1).concat("x"));
});
