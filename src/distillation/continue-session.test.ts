import fc from "fast-check";
import { expect, test } from "vitest";
import { nextKey } from "./continue-session.ts";

test("D11: sessions that continue each other are numbered in their keys", () => {
  expect(["build", "build:2", "agent:ada:9"].map(nextKey)).toEqual(["build:2", "build:3", "agent:ada:10"]);
  fc.assert(fc.property(fc.string({ minLength: 1 }), (key) => nextKey(nextKey(key)) !== nextKey(key)));
});
