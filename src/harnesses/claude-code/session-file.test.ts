import { expect, test } from "vitest";
import { folderName } from "./session-file.ts";

test("R7: the folder of a project's sessions is called as the client calls it, long paths included", () => {
  expect(folderName("/home/dev/my_acme.io")).toBe("-home-dev-my-acme-io");
  // As Claude Code 2.1.325 named it.
  const long = `/tmp/across-try/${"a".repeat(120)}/${"b".repeat(120)}`;
  expect(folderName(long)).toBe(`-tmp-across-try-${"a".repeat(120)}-${"b".repeat(63)}-w8kok`);
});
