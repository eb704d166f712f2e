import { expect, test } from "vitest";
import { isInside } from "./files.ts";

test.each([
  ["/projects/acme", true],
  ["/projects/acme/src/a.ts", true],
  ["/projects/acme/..notes/a.md", true],
  ["/projects/acme-2/a.ts", false],
  ["/work", false],
  ["/projects/acme/../other", false],
])("G1: whether %s is in /work/acme: %s", (path, inside) => {
  expect(isInside("/projects/acme", path)).toBe(inside);
});
