import { expect, test } from "vitest";
import { windowOf } from "./default-settings.ts";

test("D11: a model's window is found by its name, then by a pattern, then by the default", () => {
  const models = {
    default: { contextWindow: 100 },
    "local-*": { contextWindow: 32 },
    "local-big": { contextWindow: 64 },
    "a.b*": { contextWindow: 8 },
  };
  expect(windowOf(models, "local-big")).toBe(64);
  expect(windowOf(models, "local-small")).toBe(32);
  expect(windowOf(models, "a.bc")).toBe(8);
  expect(windowOf(models, "axbc")).toBe(100);
  expect(windowOf(models, null)).toBe(100);
  expect(windowOf({}, "any")).toBe(200_000);
});
