import fc from "fast-check";
import { expect, test } from "vitest";
import { driftOf } from "./quote-drift.ts";

const CODE = `export function issue(to) {
  const token = sign(to);
  return token;
}

export async function rotateRefreshToken(old) {
  const token = await next(old);
  return token;
}
`;

test("G7: a quote that has not moved is the same, whatever the white space", () => {
  const head = { line: 6, quote: "export async function rotateRefreshToken(old)" };
  expect(driftOf(head, CODE)).toEqual({ state: "same", note: "line 6" });
  const quote = "const token   = await next(old);\n\treturn token;";
  expect(driftOf({ line: 7, quote }, CODE)).toEqual({ state: "same", note: "line 7" });
});

test("G7: a quote of several lines is the same by whichever of them it was cited", () => {
  const quote = "const token = await next(old); return token;";
  for (const line of [7, 8]) expect(driftOf({ line, quote }, CODE)).toEqual({ state: "same", note: `line ${line}` });
});

test("G7: a quote found elsewhere has moved to the nearest place", () => {
  expect(driftOf({ line: 9, quote: "return token;" }, CODE)).toEqual({ state: "moved", note: "line 8 by now" });
  expect(driftOf({ line: 4, quote: "return token;" }, CODE)).toEqual({ state: "moved", note: "line 3 by now" });
});

test("G7: a quote with only a similar line left was changed; the most similar line is returned", () => {
  const text = CODE.replace("await next(old)", "await next(old, GRACE)");
  expect(driftOf({ line: 7, quote: "const token = await next(old);" }, text)).toEqual({
    ...{ state: "changed", note: "line 7 is most like it: const token = await next(old, GRACE);" },
  });
  expect(driftOf({ line: 3, quote: "return tok" }, CODE)).toEqual({
    state: "changed",
    note: "line 3 is most like it: return token;",
  });
});

test("G7: a quote that is nowhere is gone, with the reason", () => {
  const note = "the quote is nowhere in the file";
  expect(driftOf({ line: 3, quote: "return null;" }, CODE)).toEqual({ state: "gone", note });
  expect(driftOf({ line: 3, quote: " " }, CODE)).toEqual({ state: "gone", note: "there is no quote" });
});

const words = fc.array(fc.stringMatching(/^[a-z]{3,9}$/), { minLength: 4, maxLength: 8 }).map((all) => all.join(" "));
const file = fc.uniqueArray(words, { minLength: 1, maxLength: 12 });
const above = fc.array(fc.constantFrom("// why", "", "/* so */"), { maxLength: 12 });

test("G7: lines put in above move a quote; one word more changes it; whatever the file, the line is inside it", () => {
  fc.assert(
    fc.property(file, above, fc.nat(), (lines, more, pick) => {
      const at = pick % lines.length;
      const quoted = { line: at + 1, quote: lines[at] ?? "" };
      expect(driftOf(quoted, lines.join("\n"))).toEqual({ state: "same", note: `line ${at + 1}` });
      const line = at + 1 + more.length;
      const moved =
        more.length === 0 ? { state: "same", note: `line ${line}` } : { state: "moved", note: `line ${line} by now` };
      expect(driftOf(quoted, [...more, ...lines].join("\n"))).toEqual(moved);
      const changed = lines.map((line, place) => (place === at ? line.replace(" ", " X ") : line));
      expect(driftOf(quoted, changed.join("\n"))).toMatchObject({
        ...{ state: "changed", note: expect.stringMatching(new RegExp(`^line ${at + 1} is most like it: `)) },
      });
    }),
  );
});

test("G7: no text is too strange", () => {
  const strange = fc.string({ unit: "binary", maxLength: 200 });
  fc.assert(
    fc.property(strange, strange, fc.integer({ min: -2, max: 60 }), (text, quote, line) => {
      expect(driftOf({ line, quote }, text).state).toMatch(/^(?:same|moved|changed|gone)$/);
    }),
  );
});
