import fc from "fast-check";
import { expect, test } from "vitest";
import { suggest } from "./suggest.ts";

test("the name that was meant comes first", () => {
  expect(suggest("auht", ["billing", "auth", "otters"])[0]).toBe("auth");
  expect(suggest("refresh-token", ["tokens", "refresh-tokens", "fresh"])[0]).toBe("refresh-tokens");
});

test("every name comes once, an exact one first", () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1 }), (names) => {
      const [asked = ""] = names;
      const sorted = suggest(asked, names);
      expect([...sorted].sort()).toEqual([...new Set(names)].sort());
      expect(sorted[0]?.toLowerCase()).toBe(asked.toLowerCase());
    }),
  );
});
