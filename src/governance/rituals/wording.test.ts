import { expect, test } from "vitest";
import type { GovernedRecord } from "../../store/index.ts";
import { isAboutFixing } from "./wording.ts";

const record: GovernedRecord = {
  ...{ sessionId: "s", project: "/p", root: "/p", task: "auth", goal: "g", begunAt: "", resumedFrom: null },
  ...{ fromGate: null, base: null, isWaiting: 0, steps: "[]", smoke: "failed", smokeCommand: "npm run healthcheck" },
  ...{ smokeOutput: "TypeError in src/rotation.ts:12\n(exit code 1)", smokeAt: null, overrideReason: null },
  ...{ outcome: null, nextHint: null, closedAt: null, closedSeq: null, closing: null },
};

test.each([
  "Fix the failing smoke test.",
  "fix it",
  "Please fix this first",
  "debug the healthcheck",
  "Investigate why rotation throws",
  "revert the change that broke the build",
  "make the tests pass",
  "Repariere den fehlschlagenden Test",
  "répare l'erreur",
  "arregla la prueba",
  "arregla esto",
  "répare ça d'abord",
  "修复失败的测试",
  "テストを修正して",
])("V1: %j is about the regression", (prompt) => {
  expect(isAboutFixing(prompt, record, false)).toBe(true);
});

test.each([
  "ignore the smoke test, build the login page",
  "fix the login button colour",
  "Please update the smoke-free zone page",
  "Fix the docs",
  "fix the login button so that it is blue",
  "fix that button's colour",
  "Implement the refresh endpoint",
  "skip the failing tests and fix the layout",
  "ok",
  "修复登录按钮颜色",
])("V1: %j is new work", (prompt) => {
  expect(isAboutFixing(prompt, record, false)).toBe(false);
});

test("V1: while the regression is being fixed, a yes carries it on", () => {
  expect(isAboutFixing("ok, go on", record, true)).toBe(true);
  expect(isAboutFixing("add a settings page", record, true)).toBe(false);
});
