import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withBlock, withoutBlock } from "./marked-block.ts";

const PATH = "/home/ada/CLAUDE.md";
const START = "<!-- throughline:start -->";
const END = "<!-- throughline:end -->";

describe("H1: our lines in the user's instruction file", () => {
  it("come after everything the user has, and are replaced in place", () => {
    const first = withBlock(PATH, "# Mine\n", "old");
    expect(first).toBe(`# Mine\n\n${START}\nold\n${END}\n`);
    const later = `${first}\nAdded below.\n`;
    expect(withBlock(PATH, later, "new $& words")).toBe(`# Mine\n\n${START}\nnew $& words\n${END}\n\nAdded below.\n`);
    expect(withoutBlock(PATH, later)).toBe("# Mine\n\nAdded below.\n");
  });

  it("go without a trace, whatever the text and its line ends", () => {
    const lines = fc.array(
      fc.oneof(fc.string(), fc.constantFrom("", "", "\r", "# Mine", "```", ` ${START}`, `say \`${START}\``)),
    );
    const text = fc
      .tuple(lines, fc.constantFrom("\n", "\r\n"), fc.boolean(), fc.boolean())
      .map(([all, eol, ends, bom]) => (bom ? "\uFEFF" : "") + all.join(eol) + (ends ? eol : ""));
    fc.assert(
      fc.property(text, (before) => {
        const installed = withBlock(PATH, before, "one\ntwo");
        expect(withBlock(PATH, installed, "one\ntwo")).toBe(installed);
        expect(withoutBlock(PATH, installed)).toBe(before);
        expect(withoutBlock(PATH, before)).toBe(before);
      }),
    );
  });

  it("are not guessed at when one of the markers is gone", () => {
    const half = `# Mine\n${START}\nours\n\nThe user's.\n`;
    expect(() => withBlock(PATH, half, "new")).toThrowError(`${PATH}:2: \`${START}\` without its`);
    expect(() => withoutBlock(PATH, half)).toThrowError(`${PATH}:2:`);
    expect(() => withoutBlock(PATH, `${half}${START}\nours\n${END}\n`)).toThrowError(`${PATH}:2:`);
  });
});
