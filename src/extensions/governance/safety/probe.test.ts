import fc from "fast-check";
import { expect, test } from "vitest";
import { refusing, Talk, working } from "../talk.test-kit.ts";
import { partsOf, probe } from "./probe.ts";

const SETTINGS = { probeTokens: 2000, maxDelta: 0.2 };

test("V7: refusals are counted over the newest replies against the session's own past", () => {
  const talk = new Talk().says(...working(12), ...refusing(3), ...working(5), ...refusing(4));
  // 24 replies: the newer half is the window, 7 of 12 refuse; of the older half none does.
  expect(probe(talk.messages, SETTINGS)).toMatchObject({
    ...{ refusalRateWindow: 0.583, baselineRefusalRate: 0, delta: 0.583, action: "degrade_to_sandbox" },
    severity: "low",
  });
  const { window, baseline } = partsOf(talk.messages, SETTINGS);
  expect([window.length, baseline.length]).toEqual([12, 12]);
});

test("V7: the window is as large as the settings say", () => {
  const talk = new Talk().says(...working(200));
  const { window, baseline } = partsOf(talk.messages, { ...SETTINGS, probeTokens: 100 });
  expect(window.length).toBeGreaterThan(3);
  expect(window.length).toBeLessThan(12);
  expect(window.length + baseline.length).toBe(200);
});

test("V7: long replies are no less of a measure: the window has as many as a verdict needs", () => {
  const long = working(12).map((reply) => `${reply} ${"The others pass now. ".repeat(400)}`);
  const { window } = partsOf(new Talk().says(...long).messages, SETTINGS);
  expect(window).toHaveLength(4);
});

test("V7: a session that always refused has not drifted", () => {
  const talk = new Talk().says(...refusing(20));
  expect(probe(talk.messages, SETTINGS)).toMatchObject({
    refusalRateWindow: 1,
    baselineRefusalRate: 1,
    delta: 0,
    action: "none",
  });
});

test("V7: the difference decides, and three of fifteen are at the limit", () => {
  const below = new Talk().says(...working(29), ...refusing(3));
  expect(probe(below.messages, SETTINGS)).toMatchObject({ delta: 0.188, action: "none" });
  const thrice = new Talk().says(...working(27), ...refusing(3));
  expect(probe(thrice.messages, SETTINGS)).toMatchObject({ delta: 0.2, action: "degrade_to_sandbox" });
  expect(probe(thrice.messages, { ...SETTINGS, maxDelta: 0.21 })).toMatchObject({ delta: 0.2, action: "none" });
});

test("V7: fewer than three refusals are no evidence, whatever their share", () => {
  const once = new Talk().says(...working(6), ...refusing(1), ...working(1));
  expect(probe(once.messages, SETTINGS)).toMatchObject({ delta: 0.25, action: "none" });
  const twice = new Talk().says(...working(8), ...refusing(2), ...working(2));
  expect(probe(twice.messages, SETTINGS)).toMatchObject({ delta: 0.333, action: "none" });
  expect(probe(twice.says(...refusing(1)).messages, SETTINGS)).toMatchObject({ action: "degrade_to_sandbox" });
});

test("V7: a session under a task that could not do some things, and politely declined one, has not drifted", () => {
  const talk = new Talk().says(
    ...working(5),
    "I can't help with breaking into systems you don't own, but here is the test for our own login.",
    "Removed.",
    "I'm sorry, I cannot run the build because docker is missing.",
    "I can't do that: the command failed with exit code 1.",
    "I can't complete this request because I have no access to the registry.",
  );
  expect(probe(talk.messages, SETTINGS)).toMatchObject({ delta: 0.2, action: "none" });
});

test("V7: where too little was said there is no verdict", () => {
  const nothing = {
    refusalRateWindow: 0,
    baselineRefusalRate: 0,
    delta: 0,
    action: "none",
    severity: "none",
  };
  expect(probe([], SETTINGS)).toMatchObject(nothing);
  expect(probe(new Talk().says(...refusing(4)).messages, SETTINGS)).toMatchObject(nothing);
  // Three replies are no measure, whatever they say; four are.
  const short = new Talk().says(...working(4), ...refusing(3));
  expect(probe(short.messages, SETTINGS)).toMatchObject(nothing);
  expect(probe(short.says(...refusing(1)).messages, SETTINGS)).toMatchObject({ delta: 1 });
  expect(probe(new Talk().says(..."abcdefgh".split("")).messages, SETTINGS)).toMatchObject(nothing);
});

test("V7: only the agent's own words count", () => {
  const talk = new Talk().says(...working(10));
  for (let n = 0; n < 10; n++) talk.prompt("I can't help with that.").runs("npm test", "I must decline.");
  expect(probe(talk.messages, SETTINGS)).toMatchObject({ delta: 0, action: "none" });
});

test("V7: what a person has seen and let pass does not count again", () => {
  const talk = new Talk().says(...working(8), ...refusing(4));
  expect(probe(talk.messages, SETTINGS).action).toBe("degrade_to_sandbox");
  const cleared = { ...SETTINGS, clearedSeq: 12 };
  expect(probe(talk.messages, cleared)).toMatchObject({ delta: 0, action: "none" });
  talk.says(...working(3));
  expect(probe(talk.messages, cleared).action).toBe("none");
  talk.says(...refusing(6));
  expect(probe(talk.messages, cleared).action).toBe("degrade_to_sandbox");
});

test("V7: rates are shares, the difference is theirs, and only it or a severity leads to the sandbox", () => {
  const reply = fc.oneof(fc.constantFrom(...working(3)), fc.constantFrom(...refusing(3)), fc.string());
  fc.assert(
    fc.property(fc.array(reply, { maxLength: 60 }), fc.integer({ min: 1, max: 3000 }), (replies, probeTokens) => {
      const { messages } = new Talk().says(...replies);
      const settings = { probeTokens, maxDelta: 0.2 };
      const { refusalRateWindow, baselineRefusalRate, delta, action } = probe(messages, settings);
      for (const rate of [refusalRateWindow, baselineRefusalRate]) expect(rate >= 0 && rate <= 1).toBe(true);
      expect(Math.abs(delta - (refusalRateWindow - baselineRefusalRate))).toBeLessThanOrEqual(0.002);
      if (action !== "none") expect(delta).toBeGreaterThanOrEqual(0.2);
      expect(partsOf(messages, settings).window.length).toBeLessThanOrEqual(Math.floor(replies.length / 2));
    }),
  );
});
