import fc from "fast-check";
import { expect, test } from "vitest";
import { parseLines, parseReference } from "./reference.ts";

const name = fc
  .stringMatching(/^[\w .()[\]@+-]{0,12}[a-z]$/)
  .filter((text) => text.trim() === text && !text.startsWith("$"));
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
const lines = fc
  .tuple(fc.integer({ min: 1, max: 99_999 }), fc.nat(500))
  .map(([from, more]) => ({ from, to: from + more }));

test("L3: a reference is read as it was written", () => {
  fc.assert(
    fc.property(
      path,
      lines,
      fc.constantFrom("$" + "{PROJECT_ROOT}/", "$PROJECT_ROOT/", "./"),
      (path, lines, before) => {
        expect(parseReference(`${before}${path}`)).toEqual({ path: `./${path}`, lines: undefined });
        expect(parseReference(`${path}:${lines.from}-${lines.to}`)).toEqual({ path, lines });
        expect(parseReference(`${before}${path}#L${lines.from}-L${lines.to}`)).toEqual({ path: `./${path}`, lines });
        expect(parseReference(`${path}:${lines.from}:7`).lines).toEqual({ from: lines.from, to: lines.from });
        expect(parseLines(`${lines.from}-${lines.to}`)).toEqual(lines);
        expect(parseLines(lines.from)).toEqual({ from: lines.from, to: lines.from });
      },
    ),
  );
});

test("L3: what is no line is a line that no file has", () => {
  for (const value of ["", "here", -3, 1.5, Number.NaN, {}, true, [], "4,5"]) expect(parseLines(value).from).toBe(0);
});
