import fc from "fast-check";
import { expect, test } from "vitest";
import { nextKey } from "./going-on.ts";

test("D11: sessions that go on one from the other are counted in their names", () => {
  expect(["build", "build:2", "agent:ada:9"].map(nextKey)).toEqual(["build:2", "build:3", "agent:ada:10"]);
  fc.assert(fc.property(fc.string({ minLength: 1 }), (key) => nextKey(nextKey(key)) !== nextKey(key)));
});
