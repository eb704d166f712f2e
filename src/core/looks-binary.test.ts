import fc from "fast-check";
import { expect, test } from "vitest";
import { looksBinary } from "./looks-binary.ts";

test("G1: text is text in any language, wherever its beginning was cut", () => {
  const text = fc.string({ unit: "grapheme" }).filter((one) => !one.includes("\0"));
  fc.assert(
    fc.property(text, fc.nat(200), (one, length) => {
      expect(looksBinary(Buffer.from(one).subarray(0, length))).toBe(false);
    }),
  );
  expect(looksBinary(Buffer.from("Gr\xfc\xdfe aus K\xf6ln\r\n\t\x1b[1mbold\x1b[0m", "latin1"))).toBe(false);
});

test("G1: a null byte or control characters in what is no text make a file binary", () => {
  expect(looksBinary(Buffer.from("text\0"))).toBe(true);
  expect(looksBinary(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x01, 0x02]))).toBe(true);
});
