import fc from "fast-check";
import { expect, test } from "vitest";
import type { Entry } from "../state.ts";
import { type BriefingInput, composeBriefing } from "./briefing.ts";

const NOW = Date.parse("2026-03-02T12:00:00Z");
const SUBJECTS = ["the session store", "token rotation", "the import queue", "the retry policy", "the search index"];

const entries = (kind: Entry["kind"], count: number): Entry[] =>
  Array.from({ length: count }, (_, n): Entry => {
    const text = `We agreed on variant ${n} of ${SUBJECTS[n % SUBJECTS.length]} for release ${(n * 7919).toString(16)}.`;
    const at = new Date(NOW - n * 60_000).toISOString();
    return {
      ...{ id: `${kind}-${n}`, kind, text, core: text, by: "user", at, sessionId: `s${n % 3}`, seq: n },
      ...{ isRecorded: false, reason: null, rejected: [], supersededBy: null },
    };
  });

const input = (rules: number, decisions: number, rest: Partial<BriefingInput> = {}): BriefingInput => ({
  state: {
    rules: entries("rule", rules),
    decisions: entries("decision", decisions),
    over: [],
    remarks: [],
    threads: [],
  },
  ...{ current: undefined, isUnderWay: false, digest: undefined, intro: "Kept by Throughline.", offers: [] },
  ...{
    remembered: [],
    buffered: [],
    messages: 100,
    items: () => "",
    now: NOW,
    budget: 2000,
    unquoted: 0,
    elsewhere: "",
  },
  ...rest,
});

test("K5: however many rules and decisions a project has, some are given, within the budget, and the rest are counted", () => {
  fc.assert(
    fc.property(fc.nat(130), fc.nat(130), fc.integer({ min: 700, max: 2400 }), (rules, decisions, budget) => {
      const text = composeBriefing(input(rules, decisions, { budget }));
      expect(text.length).toBeLessThanOrEqual(budget);
      expect(text === "").toBe(rules + decisions === 0);
      if (rules > 100) expect(text).toMatch(/\*\*Rules\*\*:\n- We agreed[\s\S]*\(\d+ more rules: `throughline work`\)/);
    }),
    { numRuns: 60 },
  );
});

test.each([true, false])("K4, K5: of many statements on one subject none is left out (recorded: %s)", (isRecorded) => {
  const others = entries("decision", 40).map((one) => ({ ...one, id: `other ${one.id}` }));
  const about = entries("decision", 30).map((one, n) => {
    const text = `The nightly export of customers goes to bucket number ${n}.`;
    return { ...one, text, core: text, isRecorded };
  });
  const state = { rules: [], decisions: [...about, ...others], over: [], remarks: [], threads: [] };
  const text = composeBriefing(input(0, 0, { state, budget: 20_000 }));
  for (const one of about) expect(text).toContain(one.text);
  expect(text).toMatch(/^- The nightly export of customers goes to bucket number 0\./m);
  const earlier = text.match(/ {2}earlier: The nightly export of customers goes to bucket number [12]\./g) ?? [];
  expect(earlier).toHaveLength(isRecorded ? 0 : 2);
});

test("K5: a recorded decision that stands elsewhere in what is given is not repeated", () => {
  const [decision, other] = entries("decision", 2).map((one) => ({ ...one, isRecorded: true }));
  const decisions = [decision, other].filter((one) => one !== undefined);
  const state = { rules: [], decisions, over: [], remarks: [], threads: [] };
  const text = composeBriefing(input(0, 0, { state, elsewhere: `- ${decision?.text} [decision 1a, 1 min ago]` }));
  expect(text).toContain(other?.text);
  expect(text).not.toContain(decision?.text);
});

test("K5: recorded rules that share their words are all given, each on its own line", () => {
  const texts = ["main", "release", "hotfix"].map((branch) => `Never commit directly to ${branch}`);
  const rules = entries("rule", texts.length).map((one, n) => ({
    ...one,
    text: texts[n] ?? "",
    core: texts[n] ?? "",
    isRecorded: true,
  }));
  const text = composeBriefing(input(0, 0, { state: { rules, decisions: [], over: [], remarks: [], threads: [] } }));
  for (const rule of texts) expect(text).toContain(`\n- ${rule} [`);
});

test("K5: where the replacement of a secret makes the text too long, its last lines go and the rest stays", () => {
  const secrets = entries("rule", 12).map((one, n) => {
    const text = `Log in to host ${n} with password=Tr0ub4d${n}x first.`;
    return { ...one, text, core: text };
  });
  for (let budget = 500; budget < 900; budget += 7) {
    const text = composeBriefing(
      input(0, 0, { budget, state: { rules: secrets, decisions: [], over: [], remarks: [], threads: [] } }),
    );
    expect(text.length).toBeLessThanOrEqual(budget);
    expect(text).toContain("Log in to host 0");
    expect(text).not.toContain("Tr0ub4d");
  }
});

test("K5: a budget that has no room below the heading gives no text, and no heading alone", () => {
  for (let budget = 0; budget < 700; budget += 3) {
    const text = composeBriefing(input(1, 1, { budget, items: (room) => "src/a.ts".slice(0, Math.max(0, room)) }));
    expect(text.length).toBeLessThanOrEqual(budget);
    if (text !== "") expect(text.replace(/<\/?throughline-context>|## Session.*|Kept by.*/g, "").trim()).not.toBe("");
  }
});
