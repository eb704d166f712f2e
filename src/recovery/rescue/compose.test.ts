import { expect, test } from "vitest";
import type { Activity } from "../../conversation/index.ts";
import { said, someRemains } from "../test-kit.ts";
import { composeRescue } from "./compose.ts";
import type { Predicted } from "./prediction.ts";
import { keyOf } from "./things.ts";
import type { Likely } from "./wording.ts";

const NOTHING: Likely = { predicted: [], places: new Map(), ranges: new Map(), unproven: new Set() };
const RULE = "You must not change the public API of Exporter, and never touch src/legacy.";

const rescued = (activity: Partial<Activity>, known = "Some work was done.") =>
  composeRescue({
    ...{ activity: someRemains(activity).activity, likely: NOTHING, known },
    ...{ agoMs: 0, budget: 2000 },
  }).text;

test("R4: a request that nobody told is told, its end too, and the rules that a cut took from it", () => {
  const padding = "and then there are these other things that were said ".repeat(12);
  const requests = [said(`Look at the log. ${padding} ${RULE} ${padding} Now find out why.`, 4)];
  const text = rescued({ requests, constraints: [said(RULE, 4)] });
  expect(text).toMatch(/"Look at the log\. .*… .*Now find out why\." \[#4\]/);
  expect(text).toContain(`**Insisted on**: ${RULE} [#4]`);
  expect(rescued({ requests: [said(RULE, 4)], constraints: [said(RULE, 4)] }).split(RULE)).toHaveLength(2);
});

test("R4: rules are told unless they were told in full before", () => {
  const constraints = [said(RULE, 1), said("Never push to main.", 2), said("Don't touch the tests.", 3)];
  const given = `"… ${RULE.slice(0, 50)}…"\n- Never push to main.`;
  const text = rescued({ constraints }, given);
  expect(text).toContain(RULE);
  expect(text).toContain("Don't touch the tests.");
  expect(text).not.toContain("Never push to main.");
});

test("R4: a decision that was told in other words is not told again", () => {
  const decisions = [said("Fix: Use prefix matching instead of exact match for orphaned states.", 3)];
  const given = "- In `ListOrphaned()` of orphaned states, use prefix matching instead of exact match [#9]";
  expect(rescued({ decisions, requests: [said("Go on with the rest of it")] }, given)).not.toContain("Decided");
  expect(rescued({ decisions })).toContain("**Decided**: Fix: Use prefix");
});

const run = (command: string, exitCode: number, seq: number) => ({
  ...{ command, exitCode, error: exitCode === 0 ? undefined : "it broke", stopped: undefined, isTest: false },
  ...{ at: "2026-03-01T10:30:00.000Z", seq },
});
const thing = (kind: "command" | "path", value: string): Predicted => ({
  ...{ key: keyOf(kind, value), kind, value, score: 1 },
});

test("R4: where there is room, a word says how a command ended and what was done to a file", () => {
  const commands = [
    ...[run("npm test", 0, 1), run("npm test", 1, 2), run("npm run lint && npm run build", 0, 3)],
    run("npm run docs | tail -5", 0, 4),
  ];
  const touched = { reads: 1, lines: undefined, at: "2026-03-01T10:30:00.000Z", seq: 5 };
  const files = [
    { ...touched, path: "/projects/alpha/src/a.ts", edits: 2 },
    { ...touched, path: "/projects/alpha/src/b.ts", edits: 0 },
  ];
  const predicted = [
    ...["npm test", "npm run lint", "npm run docs"].map((value) => thing("command", value)),
    ...["src/a.ts", "src/b.ts"].map((value) => thing("path", value)),
  ];
  const told = (budget: number) =>
    composeRescue({
      ...{ activity: someRemains({ commands, files }).activity, likely: { ...NOTHING, predicted } },
      ...{ known: "npm test", agoMs: 0, budget },
    }).text;
  const text = told(2000);
  expect(text).toContain("**Files**: src/a.ts (edited), src/b.ts\n");
  expect(text).toContain("**Commands**: `npm test` → failed, `npm run lint` → ok, `npm run docs`\n");
  const tight = told(text.length - 1);
  expect(tight).toContain("**Files**: src/a.ts, src/b.ts\n");
  expect(tight).toContain("`npm run docs`");
});
