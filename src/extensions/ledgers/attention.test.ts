import { expect, test } from "vitest";
import { defaultConfig } from "../../core/index.ts";
import { attentionAt } from "./index.ts";

test.each([
  [0, "green"],
  [4999, "green"],
  [5000, "yellow"],
  [9999, "yellow"],
  [10_000, "orange"],
  [14_999, "orange"],
  [15_000, "red"],
  [1_000_000, "red"],
])("G6: %i tokens since the ledgers were brought up to date are %s", (tokens, color) => {
  expect(attentionAt(tokens, defaultConfig.attention)).toBe(color);
});
