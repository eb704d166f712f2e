import { expect, test } from "vitest";
import { speakersOf } from "./analyse.ts";

test.each([
  ["Maya: I sold the boat.", ["Maya"]],
  ["[Dr. Ada Wong]: come in", ["Dr.", "Ada", "Wong"]],
  ["TypeError: x is not a function", []],
  ["ConnectionException: refused", []],
  ["Note: the key is under the mat", []],
  ["Step 2: mount the disk", []],
  ["maya: in small letters", []],
  ["ENOMEM: not enough memory", []],
  ["FATAL: role does not exist", []],
  ["It was Maya: she sold it.", []],
])("M2: %j is said by %j", (text, speakers) => {
  expect(speakersOf(text)).toEqual(speakers);
});
