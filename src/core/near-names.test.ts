import fc from "fast-check";
import { expect, test } from "vitest";
import { nearestFirst } from "./near-names.ts";

test("the name that was meant comes first", () => {
  expect(nearestFirst("auht", ["billing", "auth", "otters"])[0]).toBe("auth");
  expect(nearestFirst("refresh-token", ["tokens", "refresh-tokens", "fresh"])[0]).toBe("refresh-tokens");
});

test("every name comes once, an exact one first", () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1 }), (names) => {
      const [asked = ""] = names;
      const sorted = nearestFirst(asked, names);
      expect([...sorted].sort()).toEqual([...new Set(names)].sort());
      expect(sorted[0]?.toLowerCase()).toBe(asked.toLowerCase());
    }),
  );
});
