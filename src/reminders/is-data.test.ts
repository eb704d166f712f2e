import { expect, test } from "vitest";
import { isData } from "./is-data.ts";

test.each([
  [
    "JSON",
    '{"type":"user","uuid":"a1","message":{"role":"user","content":"add a dark mode toggle to the settings page"}}',
  ],
  [
    "a file with its lines numbered",
    "     1→import { toggle } from './settings';\n     2→export const dark = toggle('dark mode');",
  ],
  ["what grep found", "12: const darkMode = true\n48: settings.toggle(darkMode)"],
  [
    "a change",
    "diff --git a/settings.ts b/settings.ts\n--- a/settings.ts\n+++ b/settings.ts\n@@ -1 +1 @@\n-dark\n+light",
  ],
  ["minified code", `function a(b){return b.c?d(b.c):e(b)};${"var settings=toggle(dark);".repeat(20)}`],
  ["a line of base64", `settings ${"QUJD".repeat(60)}`],
  ["a long line without a sentence", "dark mode toggle settings page ".repeat(20)],
])("M2: %s is data", (_, text) => {
  expect(isData(text)).toBe(true);
});

test.each([
  "TypeError: Cannot read properties of undefined (reading 'shipId')",
  "The settings page has a dark mode toggle since 1.8. It is off by default.",
  "otter photos: 3 failed, 41 passed\nthe lighthouse bucket refused the key",
  "",
])("M2: %j is not", (text) => {
  expect(isData(text)).toBe(false);
});
