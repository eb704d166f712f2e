import { expect, test } from "vitest";
import { Talk } from "../test-kit.ts";

const MEGABYTE = 1_000_000;
const UNITS = [
  ...[
    "a",
    "A",
    "1",
    "/",
    "\\",
    ".",
    "-",
    ":",
    "@",
    "#",
    "_",
    "=",
    "`",
    "*",
    '"',
    "'",
    "(",
    " ",
    "\n",
    "\t",
    "$",
    "€",
    "+",
    "我",
    "😀",
  ],
  ...["a ", "1 ", "a.", "1.", "1,", "1:", "1-", "a/", "a@", "://", "a://", "#1", "a-1", "0a", "- ", "? ", "! ", ". "],
  ...[
    "I ",
    "no, ",
    "not ",
    "use ",
    "we'll ",
    "I'll ",
    "error: ",
    "Error: \n",
    "TODO ",
    "call me ",
    "tried ",
    "not a, ",
    "please ",
  ],
  ...[
    "May 1 ",
    "45 mg ",
    "+49 ",
    "(555) ",
    "2026-01-0",
    "a_b-c.d/",
    "**a** ",
    "```\n",
    "<system-reminder>",
    "x, can you ",
  ],
];

/** Time of the processor, in milliseconds: others may be busy on it too. */
const timeOf = (take: () => unknown): number => {
  const before = process.cpuUsage();
  take();
  return process.cpuUsage(before).user / 1000;
};

/** What is not linear takes minutes. */
const LIMIT = 1500;

test.each(UNITS)("D3: two megabytes of %j are read in linear time", (unit) => {
  const text = unit.repeat(MEGABYTE / unit.length);
  const read = () => timeOf(() => new Talk().user(text).run("make", text, true).extract());
  expect(read()).toBeLessThan(LIMIT);
});
