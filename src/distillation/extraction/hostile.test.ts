import { test } from "vitest";
import { expectProportional } from "../../../test/support/growth.ts";
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

test.each(UNITS)("D3: two megabytes of %j are read in linear time", (unit) =>
  expectProportional(
    (text) => new Talk().user(text).run("make", text, true).extract(),
    (size) => unit.repeat(size / unit.length),
    MEGABYTE,
  ),
);
