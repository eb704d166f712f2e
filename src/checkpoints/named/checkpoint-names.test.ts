import fc from "fast-check";
import { expect, test } from "vitest";
import { checkedName } from "./checkpoint-names.ts";

test.each([
  "build-login-page",
  "q1-financial-analysis",
  "meeting-prep",
  "analyze-q1-data",
  "login",
  "登录-页面",
  "bûche-de-noël",
])("N2: %s is a name", (name) => {
  expect(checkedName(name)).toBe(name.normalize("NFC"));
});

test.each([
  ["task", /could be any task/],
  ["work", /could be any task/],
  ["save", /could be any task/],
  ["untitled", /could be any task/],
  ["backup", /could be any task/],
  ["Backup", /could be any task/],
  ["task-2", /could be any task/],
  ["work-task", /could be any task/],
  ["test", /could be any task/],
  ["testing-2", /could be any task/],
  ["2026", /could be any task/],
  ["autosave", /reserved for automatic saves/],
  ["autosave-log", /reserved for automatic saves/],
  ["", /empty/],
  ["a/b", /path separator/],
  ["a\\b", /path separator/],
  ["../secrets", /path separator/],
  ["..", /not a path/],
  ["a..b", /not a path/],
  [".hidden", /kebab-case/],
  ["build login", /kebab-case/],
  ["BuildLogin", /kebab-case/],
  ["build_login", /kebab-case/],
  ["build--login", /kebab-case/],
  ["-build", /kebab-case/],
  ["build-login.md", /kebab-case/],
  ["con", /device/],
  ["ab", /too short/],
  ["a-".repeat(60).concat("b"), /longer than/],
])("N2: %s is refused with the reason", (name, reason) => {
  expect(() => checkedName(name)).toThrow(reason);
});

test("N2: a refusal suggests a better name where there is one", () => {
  expect(() => checkedName("Build Login_Page")).toThrow(
    expect.objectContaining({ hint: "For example: build-login-page" }),
  );
});

test("N2: whatever is accepted is one plain part of a path", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.string({ unit: "grapheme" }), fc.stringMatching(/^[a-zA-Z0-9._/\\ -]+$/)),
      (text) => {
        try {
          expect(checkedName(text)).toMatch(/^[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*$/u);
        } catch (error) {
          expect(error).toMatchObject({ code: "bad_input", message: expect.stringMatching(/^name: /) });
        }
      },
    ),
    { numRuns: 1000 },
  );
});
