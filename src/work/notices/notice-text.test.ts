import { expect, test } from "vitest";
import type { Entry, Thread } from "../state.ts";
import { digestRequest, summaryLine } from "./notice-text.ts";

const NOW = Date.parse("2026-03-05T12:00:00.000Z");
const AT = "2026-03-04T22:00:00.000Z";
const entry = (supersededBy: string | null = null): Entry => ({
  ...{ id: "e", kind: "rule", text: "x", core: "x", at: AT, by: "user", isRecorded: true, sessionId: null, seq: null },
  ...{ reason: null, rejected: [], supersededBy },
});
const thread = (state: Thread["state"]): Thread => ({
  ...{ id: "t", state, goal: undefined, request: undefined, nextStep: undefined, failures: [], files: [] },
  ...{ highlights: [], sessions: [], lastAt: "2026-03-03T00:00:00.000Z" },
});

test("K7: the user reads what is kept in one line, without what no longer holds", () => {
  const rules = [entry(), entry(), entry(), entry("other")];
  const threads = [thread("open"), thread("finished"), thread("dormant")];
  expect(summaryLine({ rules, decisions: [entry(), entry()], over: [], remarks: [], threads }, NOW)).toBe(
    "Throughline: 3 rules, 2 decisions, 1 open task, 14 h ago",
  );
  expect(summaryLine({ rules: [entry()], decisions: [], over: [], remarks: [], threads: [] }, NOW)).toBe(
    "Throughline: 1 rule, 14 h ago",
  );
  expect(
    summaryLine({ rules: [], decisions: [], over: [], remarks: [], threads: [thread("finished")] }, NOW),
  ).toBeUndefined();
});

test.each(["full", "commit", "finished"] as const)("K6: the request for a digest is a short line (%s)", (occasion) => {
  expect(`Throughline: ${digestRequest(occasion)}`.length).toBeLessThanOrEqual(160);
});
