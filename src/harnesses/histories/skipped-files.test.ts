import { expect, test } from "vitest";
import { badInput } from "../../core/index.ts";
import { whyUnread } from "./skipped-files.ts";

const failing = (fields: object): Error => Object.assign(new Error("as the system says it"), fields);

test.each([
  [failing({ code: "EACCES" }), "you may not read it"],
  [failing({ code: "ENOENT" }), "it is a link to something that is not there"],
  [failing({ code: "ELOOP" }), "it is a link that leads back to itself"],
  [failing({ sqliteCodeName: "SQLITE_CORRUPT_INDEX" }), "the database is damaged"],
  [failing({ code: "EIO" }), "as the system says it"],
  [badInput("it is no ordinary file"), "it is no ordinary file"],
])("H4: why something was passed over is told in words: %s", (error, words) => {
  expect(whyUnread(error)).toBe(words);
});
