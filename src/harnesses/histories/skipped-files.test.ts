import { expect, test } from "vitest";
import { badInput } from "../../core/index.ts";
import { whyUnread } from "./skipped-files.ts";

const failing = (fields: object): Error => Object.assign(new Error("as the system says it"), fields);

test.each([
  [failing({ code: "EACCES" }), "permission denied"],
  [failing({ code: "ENOENT" }), "broken link"],
  [failing({ code: "ELOOP" }), "circular link"],
  [failing({ sqliteCodeName: "SQLITE_CORRUPT_INDEX" }), "the database is damaged"],
  [failing({ code: "EIO" }), "as the system says it"],
  [badInput("not a regular file"), "not a regular file"],
])("H4: the reason why a file was skipped is readable: %s", (error, words) => {
  expect(whyUnread(error)).toBe(words);
});
