import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { match } from "./find-quote.ts";

const word = fc.stringMatching(/^[a-z(){};=]{1,8}$/);
const line = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(" "));
const file = fc.array(fc.oneof(line, fc.constant("")), { minLength: 1, maxLength: 30 });
const space = fc.constantFrom(" ", "  ", "\t", "\n", "\r\n  ");
const nothingLess = (text: string): boolean => text.trim() !== "";

/** A file and some of its lines, one of which is not blank. */
const fileWithPart = file
  .filter((lines) => lines.some(nothingLess))
  .chain((lines) =>
    fc.tuple(fc.constant(lines), fc.nat(lines.length - 1), fc.integer({ min: 1, max: 4 })).map(([all, at, length]) => {
      const from = all.findIndex((text, index) => index >= at && nothingLess(text));
      const start = from < 0 ? all.findIndex(nothingLess) : from;
      return { lines: all, start, part: all.slice(start, start + length) };
    }),
  );

describe("G1: a quote is at its line, has moved, or is not there", () => {
  test("a quote is found at its line, whatever its white space", () => {
    fc.assert(
      fc.property(fileWithPart, space, space, ({ lines, start, part }, gap, end) => {
        const quote = part.join(" ").split(/\s+/).join(gap);
        const text = lines.join(end.includes("\n") ? end : "\n");
        const cited = { from: start + 1, to: start + 1 };
        expect(match(text, end === "\n" || !end.includes("\n") ? cited : undefined, quote)).toEqual({ state: "here" });
      }),
    );
  });

  test("lines put in before it move it by as many", () => {
    fc.assert(
      fc.property(fileWithPart, fc.integer({ min: 1, max: 20 }), ({ lines, start, part }, added) => {
        const marked = part.map((text, at) => (at === 0 ? `unique#${text}` : text));
        const all = [
          ...Array<string>(added).fill("new"),
          ...lines.slice(0, start),
          ...marked,
          ...lines.slice(start + part.length),
        ];
        const cited = { from: start + 1, to: start + 1 };
        const result = match(all.join("\n"), cited, marked.join("\n"));
        const spansItsOldLine = added < part.length && part.slice(added).some(nothingLess);
        if (!spansItsOldLine) expect(result).toEqual({ state: "moved", line: start + 1 + added });
      }),
    );
  });

  test("what was never in the file is not found, on any line", () => {
    fc.assert(
      fc.property(file, line, fc.nat(40), (lines, quote, at) => {
        const result = match(lines.join("\n"), { from: at, to: at }, `${quote} #fabricated`);
        expect(result).toEqual({ state: "missing", reason: "quote not found" });
      }),
    );
  });

  test("a part of a word or of a number is another one", () => {
    const text = "const timeout = 3000;\nconst unsafe = true;\nratio = 3.5\nversion 1.2.3\ncafe\u0301 𝒳𝒴\n";
    for (const quote of [
      "timeout = 30",
      "safe = true",
      "time",
      "const unsafe = tru",
      "ratio = 3",
      "5",
      "1.2",
      "cafe",
      "𝒳",
    ])
      expect([quote, match(text, undefined, quote).state]).toEqual([quote, "missing"]);
    for (const quote of ["timeout = 3000", "unsafe", "= true;", "3.5", "version 1.2.3", "cafe\u0301", "= 3000; const"])
      expect([quote, match(text, undefined, quote).state]).toEqual([quote, "here"]);
  });

  test("where words have no blanks between them, a part of a line may be quoted", () => {
    const text = "// 超时设置为三秒\n// タイムアウトは3000です\n// ระยะเวลาหมดอายุ\n";
    for (const quote of ["超时", "设置为", "タイムアウト", "3000", "เวลา"])
      expect([quote, match(text, undefined, quote).state]).toEqual([quote, "here"]);
    expect(match(text, undefined, "30").state).toBe("missing");
  });

  test("without a quote the line must exist, no more", () => {
    fc.assert(
      fc.property(file, fc.integer({ min: -3, max: 40 }), (lines, at) => {
        const text = lines.map((one) => `${one}\n`).join("");
        expect(match(text, { from: at, to: at }, " ").state).toBe(at >= 1 && at <= lines.length ? "here" : "missing");
      }),
    );
  });

  test("of several places the nearest is returned", () => {
    const text = "same\n\n\n\n\nsame\n\nhere\n";
    expect(match(text, { from: 8, to: 8 }, "same")).toEqual({ state: "moved", line: 6 });
    expect(match(text, { from: 2, to: 3 }, "same")).toEqual({ state: "moved", line: 1 });
    expect(match(text, { from: 5, to: 7 }, "same")).toEqual({ state: "here" });
  });
});
