import fc from "fast-check";
import { expect, test } from "vitest";
import { asBytes } from "../project-files/index.ts";
import { readBlock, writeBlock } from "./marked-blocks.ts";

const block = (body: string) => ({ name: "session-continuity", heading: "Session Continuity", level: 2, body });
const line = fc.constantFrom(
  "# Notes",
  "## Mine",
  "text",
  "",
  "```",
  "- item",
  "ünï",
  "## Session Continuity",
  "    code",
  "\r",
  "\0",
);
const person = fc
  .oneof(
    fc.array(line).map((lines) => lines.join("\n")),
    fc.array(line).map((lines) => `\uFEFF${lines.join("\r\n")}`),
    fc.string({ unit: "binary" }),
  )
  .map(asBytes);
const body = fc.array(fc.constantFrom("- a", "### B", "café", "")).map((lines) => `${lines.join("\n")}\n`);

/** What is left of a file without our block and the empty lines around it. */
const withoutOurs = (text: string): string =>
  text.replace(
    /\s*<!-- throughline:begin session-continuity -->[\s\S]*<!-- throughline:end session-continuity -->\r?\n(?:\r?\n)?/u,
    "",
  );

test("L1: what people wrote stays as it was, byte for byte, and ours is read again", () => {
  fc.assert(
    fc.property(person, body, body, (text, first, second) => {
      const once = writeBlock(text, block(first));
      const at = once.indexOf("<!-- throughline:begin");
      expect(text.startsWith(once.slice(0, at).trimEnd())).toBe(true);
      expect(withoutOurs(once).replace(/\s/gu, "")).toBe(text.replace(/\s/gu, ""));
      const twice = writeBlock(once, block(second));
      expect(readBlock(twice, "session-continuity")?.replace(/^## Session Continuity\n/u, "")).toBe(second);
      // Outside the markers the second writing changes nothing at all.
      const outside = (whole: string) =>
        whole.split(/(?<=begin session-continuity -->\r?\n)[\s\S]*(?=<!-- throughline:end)/u);
      expect(outside(twice)).toEqual(outside(once));
      expect(writeBlock(twice, block(second))).toBe(twice);
    }),
  );
});

test("L1: the block is under a person's own heading where there is one, else brings its own at the end", () => {
  expect(writeBlock("# Notes\n\n## Session Continuity\nMine.\n\n## Later\n", block("ours\n"))).toBe(
    "# Notes\n\n## Session Continuity\nMine.\n\n<!-- throughline:begin session-continuity -->\nours\n<!-- throughline:end session-continuity -->\n\n## Later\n",
  );
  expect(writeBlock("# Notes", block("ours\n"))).toBe(
    "# Notes\n\n<!-- throughline:begin session-continuity -->\n## Session Continuity\nours\n<!-- throughline:end session-continuity -->\n",
  );
});

test("L1: a heading in fenced code is no heading", () => {
  const text = "```md\n## Session Continuity\n```\n";
  expect(writeBlock(text, block("ours\n")).startsWith(`${text}\n<!-- throughline:begin`)).toBe(true);
});

test("L1: a Windows file keeps its line ends, in our part too", () => {
  const text = writeBlock("# Notes\r\n\r\nMine.\r\n", block("one\ntwo\n"));
  expect(text.replaceAll("\r\n", "")).not.toContain("\n");
});

test("L1: markers that do not pair up, and what git could not merge, are left to a person", () => {
  const whole = writeBlock("", block("- a\n"));
  const cut = whole.replace(/<!-- throughline:end.*\n/u, "");
  expect(() => writeBlock(cut, block("- b\n"))).toThrow(/do not pair up/);
  const merging = whole.replace("- a\n", "<<<<<<< HEAD\n- a\n=======\n- c\n>>>>>>> other\n");
  expect(() => writeBlock(merging, block("- b\n"))).toThrow(/git could not merge/);
});
