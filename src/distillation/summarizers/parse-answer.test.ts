import fc from "fast-check";
import { expect, test } from "vitest";
import { expectProportional } from "../../../test/support/growth.ts";
import { linesOf } from "./parse-answer.ts";

const KNOWN = ["7goww8p9av6s-1", "7goww8p9av6s-12"];
const OTHER = "7goww8p9av6s-99";

const known = new Set(KNOWN);
const textOf = (answer: string) => linesOf(answer, known).map(({ text }) => text);
const [one, two] = KNOWN;

test("D10: whatever a model answers, each remaining line is in a section and cites known messages only", () => {
  const scrap = fc.oneof(fc.constantFrom("[", "]", ", ", " ", "\n", ...KNOWN, OTHER), fc.string({ unit: "grapheme" }));
  const scraps = fc.array(scrap, { maxLength: 8 }).map((some) => some.join(""));
  const ids = fc.array(fc.oneof(fc.constantFrom(...KNOWN, OTHER, "msg_1"), scraps), { maxLength: 4 });
  const point = fc.tuple(scraps, ids).map(([text, cites]) => `- said ${text} [${cites.join(", ")}]`);
  const heading = fc.constantFrom("## Facts", "## Open items", "## Facts and lies", "# Facts", "##Facts");
  const answers = fc.array(fc.oneof(heading, point, scraps), { maxLength: 12 }).map((lines) => lines.join("\n"));
  fc.assert(
    fc.property(answers, (answer) => {
      for (const { text, section } of linesOf(answer, known)) {
        expect(["Facts", "Open items"]).toContain(section.title);
        const cited = /^- .* \[([^[\]]+)\]$/.exec(text)?.[1]?.split(", ") ?? [];
        expect(cited.length).toBeGreaterThan(0);
        expect(KNOWN).toEqual(expect.arrayContaining(cited));
      }
    }),
    { numRuns: 2000 },
  );
});

test("D10: a line is taken in the forms that models write it in", () => {
  const answer = [
    "## Facts\r",
    `- plain [${one}]\r`,
    `* a star [${one}]`,
    `-   wide    open   [ ${one} ,${two} ]`,
    `- two groups [${one}] [${two}]`,
    `- a full stop [${one}].`,
    `- in the middle [${one}] of it`,
  ].join("\n");
  expect(textOf(answer)).toEqual([
    `- plain [${one}]`,
    `- a star [${one}]`,
    `- wide open [${one}, ${two}]`,
    `- two groups [${one}, ${two}]`,
    `- a full stop. [${one}]`,
    `- in the middle of it [${one}]`,
  ]);
});

test.each(["[", "- [", " ", "- x [a] ", `[${one}`, "## Facts\n- "])(
  "D10: a hostile answer of %j is read in time that is proportional to its length",
  (piece) =>
    expectProportional(
      (answer) => linesOf(answer, known),
      (size) => `## Facts\n- ${piece.repeat(size / piece.length)}`,
      1_000_000,
    ),
);
