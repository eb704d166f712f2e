import { describe, expect, test } from "vitest";
import type { Entry, ThreadFailure, WorkState } from "../state.ts";
import { Mentions } from "./mentions.ts";

const entry = (text: string, fields: Partial<Entry> = {}): Entry => ({
  ...{ id: text, kind: "rule", text, core: text, at: "2026-03-01T00:00:00.000Z", by: "user", isRecorded: false },
  ...{ sessionId: "then", seq: 1, reason: null, rejected: [], supersededBy: null },
  ...fields,
});
const stateOf = (rules: readonly Entry[], failures: readonly ThreadFailure[] = []): WorkState => ({
  ...{ rules, decisions: [], over: [], remarks: [] },
  threads: [
    {
      ...{ id: "t", state: "open", goal: undefined, request: undefined, nextStep: undefined, failures, files: [] },
      ...{ highlights: [], sessions: ["then"], lastAt: "2026-03-01T00:00:00.000Z" },
    },
  ],
});
const fileNamed = (text: string, path: string) => new Mentions(stateOf([entry(text)])).ofFile(path).length > 0;
const commandNamed = (text: string, command: string) =>
  new Mentions(stateOf([entry(text)])).ofCommand(command).length > 0;

describe("K8: which files a rule names", () => {
  test.each([
    ["never edit src/legacy/rates.ts", "/work/app/src/legacy/rates.ts", true],
    ["never edit rates.ts", "/work/app/src/legacy/rates.ts", true],
    ["never edit rates.ts", "/work/app/src/legacy/old-rates.ts", false],
    ["never edit src/legacy/rates.ts", "/work/app/src/rates.ts", false],
    ["nothing below src/legacy/ is ours", "/work/app/src/legacy/deep/er.ts", true],
    ["nothing below src/legacy/ is ours", "/work/app/src/main.ts", false],
    ["/work/app/Makefile stays as it is", "/work/app/Makefile", true],
    ["we use Node.js for everything", "/work/app/src/node.js", false],
    ["never log secrets", "/work/app/src/log.ts", false],
  ])("%s: %s %s", (text, path, isNamed) => {
    expect(fileNamed(text, path)).toBe(isNamed);
  });
});

describe("K8: which commands a rule names", () => {
  test.each([
    ["never git push to main yourself", "git push origin main", true],
    ["never git push to main yourself", "cd api && git push -f 2>&1 | tail -3", true],
    ["never git push to main yourself", "git pull", false],
    ["`make` needs two hours here", "make", true],
    ["make sure it is quick", "make", false],
    ["npm run build must pass", "npm run build", true],
    ["npm run build must pass", "npm run lint", false],
    ["never edit src/legacy/rates.ts", "sed -i s/2/3/ src/legacy/rates.ts", true],
    ["never edit src/legacy/rates.ts", "ls src", false],
    ["we go testing in the evening", "go test ./...", false],
  ])("%s: %s %s", (text, command, isNamed) => {
    expect(commandNamed(text, command)).toBe(isNamed);
  });

  test("a failure is known by the command, whatever surrounds it", () => {
    const failure = {
      command: "cd api && npm test 2>&1 | tail -5",
      error: "boom",
      about: "",
      seq: 1,
      at: "",
      sessionId: "then",
    };
    const mentions = new Mentions(stateOf([], [failure]));
    expect(mentions.failureOf("npm test")).toBe(failure);
    expect(mentions.failureOf("npm test -- one")).toBeUndefined();
  });
});

test("K8: what was superseded is not brought up; K6: what is on record is known", () => {
  const rules = [
    entry("never edit a.ts", { supersededBy: "x" }),
    entry("Never edit b.ts by hand", { isRecorded: true }),
  ];
  const mentions = new Mentions(stateOf(rules));
  expect(mentions.ofFile("a.ts")).toEqual([]);
  expect(mentions.isRecorded("please never edit b.ts by hand")).toBe(true);
  expect(mentions.isRecorded("never edit c.ts")).toBe(false);
});
